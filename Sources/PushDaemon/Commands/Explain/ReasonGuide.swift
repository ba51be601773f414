/// What the words of the columns `reason` mean, and what to do: the README's table for the terminal.
struct ReasonGuide: Equatable {
    let meaning: String
    /// Nil: there is nothing to do.
    let advice: String?

    private init(_ meaning: String, _ advice: String? = nil) {
        self.meaning = meaning
        self.advice = advice
    }

    /// The entry of a reason, whatever details follow its word; nil for a word that is not known.
    init?(of reason: String) {
        let word = reason.hasPrefix("HTTP ") ? "HTTP" : String(reason.prefix { $0 != ":" })
        guard let entry = Self.entries[word] else { return nil }
        self = entry
    }

    private static let credential = "store a valid one: push-bridge credentials set; then push-bridge doctor"
    private static let producer = "correct what enqueues it, then enqueue it anew"
    private static let report = "the request is wrong, and ours cannot be so: report it"
    private static let environment = "a key for both environments, or set [apns] environment"

    private static let entries: [String: ReasonGuide] = refused.merging(ours) { first, _ in first }
        .merging(onTheWay) { first, _ in first }.merging(apples) { first, _ in first }

    // The action as a whole.
    private static let refused = [
        "NoDeviceToken": ReasonGuide(
            "the user has no token of the kind that the type needs", "does the app register it? push-bridge tokens list"
        ),
        "NoRecipient": ReasonGuide("neither user_id nor audience", producer),
        "InvalidAudience": ReasonGuide("the audience is none of the known forms", producer),
        "UnsupportedAudience": ReasonGuide("the audience is not for this type", producer),
        "UnknownType": ReasonGuide("type is none of the known words", producer),
        "EmptyMessage": ReasonGuide("nothing in the message means anything", producer),
        "InvalidMessage": ReasonGuide("the named key has a wrong type or range, or the text cannot be read", producer),
        "MissingCallkitPayload": ReasonGuide("a call without callkit_payload", producer),
        "MissingAlert": ReasonGuide("a call, or the start of a Live Activity, without any text", producer),
        "SilentVoip": ReasonGuide("a call with silent: a call rings", producer),
        "PayloadTooLarge": ReasonGuide("larger than Apple takes", "shorten it, or let it be shortened: \"fit\": true"),
        "Expired": ReasonGuide(
            "its life (expires_at, ttl, [voip] max_age) ended before it could be sent",
            "if that was not wanted: does the daemon run, and is send_at UTC?"),
    ]

    private static let ours = [
        "MalformedDeviceToken": ReasonGuide(
            "what usermeta holds is no token; it is never sent", "correct what registers tokens"),
        "PrunedToken": ReasonGuide(
            "Apple called the token dead earlier, and nothing has brought it back",
            "nothing, or push-bridge tokens undo"),
        "UnsupportedRecipient": ReasonGuide("a token of another platform than Apple's"),
        "WrongTokenKind": ReasonGuide("a token of another kind than the push", "check the keys in [tokens]"),
        "UnsupportedType": ReasonGuide("the push type belongs to the other channel", producer),
        "NotConfigured": ReasonGuide(
            "no usable credential for the app and channel",
            "push-bridge credentials list, then set; then push-bridge queue retry"),
        "EnvironmentUnproven": ReasonGuide(
            "one environment does not know the token, the other could not be asked; nothing is removed", environment),
        "ProviderTokenUnavailable": ReasonGuide(
            "the database has been away so long that the provider token ran out", "restore the database"),
        "OutcomeUnknown": ReasonGuide(
            "it was sent, and a crash or a broken connection took the answer; it may have arrived",
            "look at the device before sending it again"),
        "StaleCall": ReasonGuide("the time that a call may wait is over; it is never rung late"),
        "Unknown": ReasonGuide("a delivery gave no reason"),
    ]

    private static let onTheWay = [
        "CannotConnect": ReasonGuide("Apple was not reached", "let TCP out to Apple on port 443: DNS, firewall, proxy"),
        "TLSFailure": ReasonGuide(
            "no trusted connection came about", "the clock, root certificates, or a proxy that takes TLS apart"),
        "ConnectionLost": ReasonGuide("the connection ended before the answer", "if it is frequent: the network"),
        "StreamReset": ReasonGuide("Apple ended the request without an answer", "if it is frequent: the network"),
        "Timeout": ReasonGuide("no answer in time", "if it is frequent: the network"),
        "StreamRefused": ReasonGuide(
            "Apple refused the request without processing it", "if it is frequent: lower [apns] max_streams"),
        "ProtocolError": ReasonGuide("the other side does not speak HTTP/2 properly", "is there a proxy in between?"),
        "Stopped": ReasonGuide("the daemon was stopping, or the credential was replaced"),
        "HTTP": ReasonGuide("an answer without a reason", "is there a proxy in between?"),
    ]

    private static let trouble = ReasonGuide("Apple is in trouble; it is tried again by itself")
    private static let header = ReasonGuide("a header is wrong", "look at what the message's headers hold")
    private static let otherEnvironment = ReasonGuide("the credential is for the other environment", environment)
    private static let badCredential = ReasonGuide(
        "the credential is of no use: revoked, expired, or another team's", credential)
    private static let topic = ReasonGuide(
        "the credential may not push to this topic", "check --bundle-id and what the key is allowed to do")
    private static let channel = ReasonGuide(
        "the broadcast channel exists in no allowed environment: deleted, or made in the other one",
        "push-bridge channels list, with --environment production and sandbox")
    private static let broadcasting = ReasonGuide(
        "the app may not broadcast", "enable the broadcast capability of its bundle id in Apple's developer portal")

    private static let apples = [
        "BadDeviceToken": ReasonGuide(
            "not known in this environment; unknown in every allowed one it is dead and pruned",
            "if it is so for all: development builds live in the sandbox, or the credential is of another app"),
        "Unregistered": ReasonGuide("the app was removed, or the token replaced; it is pruned"),
        "ExpiredToken": ReasonGuide("the token has expired; it is pruned"),
        "DeviceTokenNotForTopic": ReasonGuide(
            "the token belongs to another app or kind; it is not pruned",
            "check the bundle id; does a VoIP token stand under the key of standard ones?"),
        "TopicDisallowed": topic, "BadTopic": topic, "TopicMismatch": topic,
        "InvalidProviderToken": ReasonGuide("key, key id and team id do not belong together", credential),
        "ExpiredProviderToken": ReasonGuide(
            "the provider token is too old for Apple's clock", "if it stays so: keep time by NTP"),
        "MissingProviderToken": badCredential, "Forbidden": badCredential, "BadCertificate": badCredential,
        "BadCertificateEnvironment": otherEnvironment, "BadEnvironmentKeyIdInToken": otherEnvironment,
        "BadEnvironmentKeyInToken": otherEnvironment,
        "UnrelatedKeyIdInToken": ReasonGuide("another key was used on the connection; it goes again on a new one"),
        "TooManyProviderTokenUpdates": ReasonGuide(
            "provider tokens changed too often for Apple", "does another program use the same key?"),
        "TooManyRequests": ReasonGuide("too many pushes to one device", "send less to it"),
        "InternalServerError": trouble, "ServiceUnavailable": trouble, "Service Unavailable": trouble,
        "Shutdown": trouble,
        "IdleTimeout": ReasonGuide("the connection had idled; it goes again on a new one"),
        "BadCollapseId": header, "BadExpirationDate": header, "BadMessageId": header, "BadPriority": header,
        "InvalidPushType": header, "MissingPushType": header,
        "BadPath": ReasonGuide("Apple does not know the path", report),
        "DuplicateHeaders": ReasonGuide("a header stands twice", report),
        "MethodNotAllowed": ReasonGuide("Apple wants POST", report),
        "MissingDeviceToken": ReasonGuide("the path has no token", report),
        "MissingTopic": ReasonGuide("there is no topic", report),
        "PayloadEmpty": ReasonGuide("there is no body", report),
        "BadRequestParams": ReasonGuide("a parameter is wrong", report),
        "BadRequestPayload": ReasonGuide("the body is wrong", report),
        "BadChannelId": channel, "ChannelNotRegistered": channel,
        "MissingChannelId": ReasonGuide("the request names no channel", report),
        "CannotCreateChannelConfig": ReasonGuide(
            "the app has as many channels as Apple allows", "push-bridge channels delete"),
        "FeatureNotEnabled": broadcasting, "BroadcastFeatureNotEnabled": broadcasting,
    ]
}
