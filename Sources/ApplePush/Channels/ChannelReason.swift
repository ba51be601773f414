/// Apple's reasons on requests about broadcast channels, in words (facts: Apple, Handling error responses from Apple Push
/// Notification service).
package enum ChannelReason {
    /// Every reason that the page lists, with what to do.
    package static let words: KeyValuePairs<String, String> = [
        "FeatureNotEnabled": feature,
        "BroadcastFeatureNotEnabled": feature,
        "MissingChannelId": "the header apns-channel-id is missing; this is our fault, please report it",
        "BadChannelId": "that is no channel id; it must stand as Apple returned it, Base64 with its = at the end",
        "ChannelNotRegistered":
            "there is no such channel in this environment; a channel lives in production or in the sandbox, and ids of "
            + "deleted ones never come back",
        "BadRequestParams": "Apple does not know a part of the request; this is our fault, please report it",
        "BadRequestPayload": "Apple cannot read the request; this is our fault, please report it",
        "PayloadEmpty": "the request had no body; this is our fault, please report it",
        "BadMessageId": "the request's id is no UUID; this is our fault, please report it",
        "MissingPushType": "the push type is missing; this is our fault, please report it",
        "InvalidPushType": "only Live Activities can be broadcast to",
        "CannotCreateChannelConfig":
            "the app has as many channels as Apple allows in an environment (10,000); delete those no longer used",
        "BadExpirationDate": "a channel without storage takes no expiration but 0",
        "BadPriority": "the priority is none of 10, 5 and 1",
        "TopicDisallowed": "the credential's bundle id must be the app's own, without a push type's suffix",
        "TopicMismatch": "the key or certificate is not for this bundle id: check --bundle-id and the key's scope",
        "BadCertificate": "the certificate is expired, revoked or not for pushes: store a valid one",
        "BadCertificateEnvironment": otherEnvironment,
        "BadEnvironmentKeyIdInToken": otherEnvironment,
        "BadEnvironmentKeyInToken": otherEnvironment,
        "MissingProviderToken": "the request proved nothing; this is our fault, please report it",
        "ExpiredProviderToken": "the provider token is too old for Apple's clock: is ours right?",
        "InvalidProviderToken": "key, key id and team id do not belong together: store the credential again",
        "UnrelatedKeyIdInToken": "another key was used on this connection; try again",
        "Forbidden": "the key is revoked, or another team's: store a valid one",
        "BadPath": "Apple does not know the address: check [apns] production_manage_url and sandbox_manage_url",
        "MethodNotAllowed":
            "Apple does not know the address: check [apns] production_manage_url and sandbox_manage_url",
        "PayloadTooLarge": "the payload is larger than the 5120 bytes that a broadcast may have",
        "TooManyRequests": "too many requests; try again in a while",
        "TooManyProviderTokenUpdates":
            "provider tokens changed too often; does another program use the same key? Try again in 20 minutes",
        "InternalServerError": trouble,
        "ServiceUnavailable": trouble,
        "Service Unavailable": trouble,
        "Shutdown": trouble,
    ]

    private static let feature =
        "the app may not broadcast: enable the broadcast capability of push notifications for its bundle id in Apple's "
        + "developer portal"
    private static let otherEnvironment = "the credential is for the other environment: try --environment, or store one"
    private static let trouble = "Apple is in trouble; try again in a while"

    /// What to do about an answer.
    static func words(_ reason: ApnsReason?, status: Int) -> String {
        if let reason, let known = words.first(where: { $0.key == reason.text }) { return known.value }
        switch status {
        case 403: return "the credential is refused"
        case 429: return "too many requests; try again in a while"
        case 500...: return trouble
        default: return "Apple's documentation of that word tells more"
        }
    }
}

extension ApnsReason {
    /// Whether the app's capabilities have to be changed, not its credential.
    var isAboutFeature: Bool { text == "FeatureNotEnabled" || text == "BroadcastFeatureNotEnabled" }
}
