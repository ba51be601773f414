/// The body: present, within its limit, a JSON object. What APNs would take and then delay or drop is a warning.
enum PayloadRules {
    /// The first fault; nil when there is none. Adds to `warnings` what only harms delivery.
    static func problem(
        _ request: DeviceRequest, kind: SimulatedPushKind, warnings: inout [String]
    ) -> Verdict? {
        guard request.bodyLength > 0 else { return .rejected(400, "PayloadEmpty") }
        guard request.bodyLength <= kind.payloadLimit else { return .rejected(413, "PayloadTooLarge") }
        // Apple names no reason for a body that is no JSON object; it holds no payload.
        guard let content = PayloadScanner.scan(request.head.bytes, request.body) else {
            return .rejected(400, "PayloadEmpty")
        }
        warn(request, kind: kind, content: content, &warnings)
        return nil
    }

    private static func warn(
        _ request: DeviceRequest, kind: SimulatedPushKind, content: PayloadScanner.Content, _ warnings: inout [String]
    ) {
        let head = request.head
        if !head.has(.pushType) { warnings.append("apns-push-type is missing: delayed or lost on newer systems") }
        if kind == .mdm ? !content.contains(.mdm) : !content.contains(.aps) && kind != .voip {
            warnings.append("the body has no \(kind == .mdm ? "mdm" : "aps") member")
        }
        if let text = head.text(.expiration), let expiration = Int64(text), expiration > 0, expiration <= request.now {
            warnings.append("apns-expiration lies in the past: the push is dropped unless it can go out at once")
        }
        switch kind {
        case .alert:
            if content.isDisjoint(with: .visible) {
                warnings.append("an alert push without alert, badge or sound: delayed or dropped")
            }
        case .background:
            if !content.contains(.contentAvailable) {
                warnings.append("a background push without content-available 1: delayed or dropped")
            }
            if !content.isDisjoint(with: .visible) {
                warnings.append("a background push with alert, badge or sound: delayed or dropped")
            }
            if !head.equals(.priority, "5") {
                warnings.append("a background push without apns-priority 5 (the default is 10): delayed or dropped")
            }
        case .voip:
            if !head.has(.expiration) { warnings.append("a VoIP push without apns-expiration may ring hours later") }
        default: break
        }
    }
}
