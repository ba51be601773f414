/// What a reason means in words, and what whoever runs the daemon can do: for `explain`, logs and the page of verdicts.
package struct ReasonHint: Sendable, Hashable {
    package let meaning: String
    package let remedy: String

    private init(_ meaning: String, _ remedy: String) {
        self.meaning = meaning
        self.remedy = remedy
    }

    /// The hint for a reason of Apple's or of our own; nil for one that nobody knows yet.
    package static func of(_ reason: ApnsReason) -> ReasonHint? { table[reason.text] }

    private static let wait = "nothing: it is tried again"
    private static let header = "look at the message's `headers`: what they hold goes to Apple as it is"
    private static let bug = "report it: requests of this program cannot be so"
    private static let network = "look at network, firewall and proxy"
    private static let otherEnvironment = ReasonHint(
        "the credential is for Apple's other environment; where that is allowed, it is asked",
        "store a credential for both environments, or set `[apns] environment`")

    private static let table: [String: ReasonHint] = [
        // Device tokens
        "BadDeviceToken": ReasonHint(
            "this environment does not know the token: an app built with Xcode has sandbox tokens, TestFlight and App Store "
                + "production tokens",
            "nothing for one token: when every allowed environment says so it is pruned; for many, look at `environment`"
        ),
        "Unregistered": ReasonHint(
            "the app was removed, or the device has a new token", "nothing: the token is pruned"),
        "ExpiredToken": ReasonHint("the device's token has run out", "nothing: the token is pruned"),
        "DeviceTokenNotForTopic": ReasonHint(
            "the token was issued for another topic: a mix-up, most often a standard token under the VoIP key, or a token of "
                + "another app",
            "compare what the app registers under each meta key with `[tokens]`, and the bundle id with the app's"),
        "MissingDeviceToken": ReasonHint("the request names no token", bug),
        "MalformedDeviceToken": ReasonHint("what usermeta holds is no token", "correct what registers tokens"),
        "UnsupportedRecipient": ReasonHint("a token of another platform than Apple's", "nothing"),
        "NoDeviceToken": ReasonHint(
            "the user has no token of the kind that the type needs", "does the app register it? push-bridge tokens list"
        ),
        "NotConfigured": ReasonHint(
            "no usable credential for the app and channel",
            "push-bridge credentials list, then set; then push-bridge queue retry"),
        "PrunedToken": ReasonHint("it was called dead before and not registered since", "nothing"),
        "WrongTokenKind": ReasonHint("the token is of another kind than the push", "look at `[tokens]`"),
        "UnsupportedType": ReasonHint("the push type belongs to the other channel", "correct `type`"),
        "EnvironmentUnproven": ReasonHint(
            "one environment does not know the token and the other could not be asked, so nothing is removed",
            "store a credential for both environments, or set `[apns] environment`"),

        // Topics
        "TopicDisallowed": ReasonHint(
            "the credential may not push to this topic; Apple says the same of a VoIP token that stands under the standard key",
            "look at the bundle id and the scope of the key; if only some devices fail, at what the app registers under "
                + "each meta key"),
        "TopicNotInCertificate": ReasonHint(
            "the certificate does not list the topic of the push, so Apple would refuse it; nothing was sent",
            "store a signing key (.p8), which may send every push type, or a certificate that lists the topic"),
        "BadTopic": ReasonHint("there is no such topic", "look at the bundle id"),
        "MissingTopic": ReasonHint("the topic is missing", bug),
        "TopicMismatch": ReasonHint("the channel belongs to another topic", "look at the bundle id"),

        // Credentials
        "InvalidProviderToken": ReasonHint(
            "Apple does not accept the signature: key, key id and team id do not belong together, or the key was revoked",
            "compare them with Apple's developer site and store the credential again"),
        "MissingProviderToken": ReasonHint(
            "Apple saw neither a provider token nor a certificate", "store the credential again"),
        "Forbidden": ReasonHint(
            "Apple does not allow it: the key was revoked, or another team's was used", "store a valid credential"),
        "BadCertificate": ReasonHint("the certificate has ended or was revoked", "store a new certificate"),
        "BadCertificateEnvironment": otherEnvironment,
        "BadEnvironmentKeyIdInToken": otherEnvironment,
        "BadEnvironmentKeyInToken": otherEnvironment,
        "UnrelatedKeyIdInToken": ReasonHint(
            "the connection belongs to another key; sent again on a new one", "nothing"),
        "ExpiredProviderToken": ReasonHint(
            "the provider token is more than an hour off by Apple's clock; a new one is made unless it is younger than 20 "
                + "minutes",
            "if it stays, set the clocks of this host and of the database server"),
        "ProviderTokenUnavailable": ReasonHint(
            "the database has been away so long that the provider token ran out", "bring the database back"),
        "TooManyProviderTokenUpdates": ReasonHint(
            "provider tokens of this key change more than once in 20 minutes; the present one is kept and pushes pause",
            "find the other program that uses the key, and give it a key of its own"),

        // Rates and trouble
        "TooManyRequests": ReasonHint(
            "too many pushes to one device; all pushes to it pause", "send less to it, or set `collapse_id`"),
        "InternalServerError": ReasonHint("Apple is in trouble", wait),
        "ServiceUnavailable": ReasonHint("Apple is in trouble", wait),
        "Service Unavailable": ReasonHint("Apple is in trouble", wait),
        "Shutdown": ReasonHint("Apple's server is closing", wait),
        "IdleTimeout": ReasonHint("the connection had idled; sent again on a new one", "nothing"),

        // Requests
        "PayloadTooLarge": ReasonHint("the payload is larger than Apple takes", "shorten it, or set `fit`"),
        "PayloadEmpty": ReasonHint("the payload is empty", bug),
        "BadCollapseId": ReasonHint("the collapse id is longer than 64 bytes", header),
        "BadExpirationDate": ReasonHint("`apns-expiration` is no time", header),
        "BadMessageId": ReasonHint("`apns-id` is no UUID", header),
        "BadPriority": ReasonHint("`apns-priority` is none that Apple knows for the push type", header),
        "InvalidPushType": ReasonHint("`apns-push-type` is none that Apple knows", header),
        "MissingPushType": ReasonHint("`apns-push-type` is missing", header),
        "DuplicateHeaders": ReasonHint("a header stands twice", header),
        "BadPath": ReasonHint("the path is none that Apple knows", bug),
        "MethodNotAllowed": ReasonHint("the method is none that Apple knows", bug),
        "BadRequestParams": ReasonHint("the request is wrong", bug),
        "BadRequestPayload": ReasonHint("the request's body is wrong", bug),

        // Broadcast channels
        "FeatureNotEnabled": ReasonHint(
            "broadcast is not enabled for the app", "enable it in the app's capabilities at Apple's developer site"),
        "BroadcastFeatureNotEnabled": ReasonHint(
            "broadcast is not enabled for the app", "enable it in the app's capabilities at Apple's developer site"),
        "MissingChannelId": ReasonHint("the channel id is missing", "give the channel"),
        "BadChannelId": ReasonHint("there can be no channel of this id", "look at the channel's id"),
        "ChannelNotRegistered": ReasonHint("there is no such channel", "create it, or take the id of one that exists"),
        "CannotCreateChannelConfig": ReasonHint(
            "no more channels can be made for the app", "delete channels that are not needed"),

        // The way to Apple
        "CannotConnect": ReasonHint("there was no connection to Apple", network),
        "TLSFailure": ReasonHint(
            "the connection was not trusted",
            "look at the system's root certificates, a proxy in between, and the clock"),
        "ProtocolError": ReasonHint("the other side does not speak HTTP/2 properly", "is a proxy in between?"),
        "ConnectionLost": ReasonHint("the connection ended under the push", network),
        "StreamReset": ReasonHint("the push was reset without an answer", wait),
        "StreamRefused": ReasonHint("Apple refused it again and again without processing it", "lower `max_streams`"),
        "Timeout": ReasonHint("no answer came in time", network),
        "Stopped": ReasonHint("the daemon was stopping, or the credential was replaced", wait),
        "OutcomeUnknown": ReasonHint(
            "sent, and no answer is known: a second copy might ring twice, so it is not sent again",
            "look at the device"),
        "Expired": ReasonHint("its life was over before it could be sent", "look at `ttl`, `expires_at` and `max_age`"),
    ]
}
