/// What the requests about broadcast channels have in common: who asks, for which app, about which channel
/// (facts: Apple, Handling error responses from APNs).
enum ChannelRules {
    /// A verdict that ends the request.
    struct Problem: Error {
        let verdict: Verdict

        init(_ status: Int, _ reason: String) { verdict = .rejected(status, reason) }
        init(_ verdict: Verdict) { self.verdict = verdict }
    }

    /// The text of the path between `prefix` and `suffix`; nil when the path is another one.
    static func bundleID(_ head: RequestHead, after prefix: String, before suffix: String = "") -> String? {
        guard let path = head.text(.path), path.hasPrefix(prefix), path.hasSuffix(suffix) else { return nil }
        let name = path.dropFirst(prefix.count).dropLast(suffix.count)
        return name.isEmpty || name.contains("/") ? nil : String(name)
    }

    /// Judges credential, app and identifiers.
    static func check(
        _ request: DeviceRequest, bundleID: String, authority: inout ConnectionAuthority, state: inout SimulatorState
    ) throws(Problem) {
        let head = request.head
        if head.hasDuplicate { throw Problem(400, "DuplicateHeaders") }
        if let verdict = CredentialRules.problem(
            token: request.token, authority: &authority, environment: request.environment, now: request.now,
            state: &state)
        {
            throw Problem(verdict)
        }
        // The path holds the app's own id: what a topic has behind it does not belong there.
        let (bundle, kind) = SimulatedPushKind.split(topic: bundleID)
        if kind != .standard || bundle != bundleID { throw Problem(400, "TopicDisallowed") }
        if !covers(bundleID, authority, state) { throw Problem(403, "TopicMismatch") }
        if !state.settings.broadcastEnabled { throw Problem(400, "FeatureNotEnabled") }
        for header in [RequestHead.Known.requestID, .id] {
            if let id = head.value(header), !HeaderRules.isUUID(id) { throw Problem(400, "BadMessageId") }
        }
    }

    /// The channel that the header names.
    static func channel(
        _ request: DeviceRequest, bundleID: String, state: SimulatorState
    ) throws(Problem) -> SimulatedChannel {
        guard let id = request.head.value(.channelID) else { throw Problem(400, "MissingChannelId") }
        guard ChannelIdentifier.isWellFormed(id) else { throw Problem(400, "BadChannelId") }
        let text = String(decoding: id, as: UTF8.self)
        guard let channel = state.channels.find(text, of: bundleID, in: request.environment) else {
            throw Problem(400, "ChannelNotRegistered")
        }
        return channel
    }

    private static func covers(_ bundleID: String, _ authority: ConnectionAuthority, _ state: SimulatorState) -> Bool {
        if let certificate = authority.certificate { return certificate.topics.contains(bundleID) }
        guard let keyID = authority.token?.claims?.keyID, let known = state.keys[keyID] else { return true }
        return known.key.topics.isEmpty || known.key.topics.contains(bundleID)
    }
}
