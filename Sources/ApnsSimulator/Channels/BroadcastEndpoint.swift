import JSONText

/// `POST /4/broadcasts/apps/<bundle id>`: one push to everybody who listens to a channel
/// (facts: Apple, Sending broadcast push notification requests to APNs).
enum BroadcastEndpoint {
    static let path = "/4/broadcasts/apps/"
    /// The largest body, in bytes.
    static let payloadLimit = 5120

    /// Judges a request for the app `bundleID`.
    static func judge(
        _ request: DeviceRequest, bundleID: String, authority: inout ConnectionAuthority, state: inout SimulatorState
    ) -> Verdict {
        guard request.head.equals(.method, "POST") else { return .rejected(405, "MethodNotAllowed") }
        do throws(ChannelRules.Problem) {
            try ChannelRules.check(request, bundleID: bundleID, authority: &authority, state: &state)
            try checkType(request.head)
            let channel = try ChannelRules.channel(request, bundleID: bundleID, state: state)
            try checkHeaders(request.head, channel)
            return try checkPayload(request)
        } catch {
            return error.verdict
        }
    }

    // Apple's pages write the type in three ways.
    private static func checkType(_ head: RequestHead) throws(ChannelRules.Problem) {
        guard let type = head.text(.pushType) else { throw ChannelRules.Problem(400, "MissingPushType") }
        guard type.lowercased() == SimulatedPushKind.liveactivity.rawValue else {
            throw ChannelRules.Problem(400, "InvalidPushType")
        }
    }

    // Expiration and priority are a must here, unlike with device tokens.
    private static func checkHeaders(
        _ head: RequestHead, _ channel: SimulatedChannel
    ) throws(ChannelRules.Problem) {
        guard let expiration = head.value(.expiration), HeaderRules.isWholeNumber(expiration),
            channel.policy == .latest || expiration.allSatisfy({ $0 == UInt8(ascii: "0") })
        else { throw ChannelRules.Problem(400, "BadExpirationDate") }
        guard head.equals(.priority, "10") || head.equals(.priority, "5") || head.equals(.priority, "1") else {
            throw ChannelRules.Problem(400, "BadPriority")
        }
    }

    private static func checkPayload(_ request: DeviceRequest) throws(ChannelRules.Problem) -> Verdict {
        guard request.bodyLength > 0 else { throw ChannelRules.Problem(400, "PayloadEmpty") }
        guard request.bodyLength <= payloadLimit else { throw ChannelRules.Problem(413, "PayloadTooLarge") }
        guard let content = PayloadScanner.scan(request.head.bytes, request.body) else {
            throw ChannelRules.Problem(400, "BadRequestPayload")
        }
        var verdict = Verdict.accepted
        if !content.contains(.aps) { verdict.warnings.append("the body has no aps member") }
        if request.head.has(.topic) { verdict.warnings.append("apns-topic: ignored, the path names the app") }
        if request.head.has(.collapseID) { verdict.warnings.append("apns-collapse-id: a broadcast has none") }
        return verdict
    }
}
