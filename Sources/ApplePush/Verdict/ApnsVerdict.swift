package import PushCore

/// What an end of a push means: one table for every answer of Apple's and every failure on the way (facts of Apple's
/// "Handling notification responses from APNs"; the decisions are ours).
package struct ApnsVerdict: Sendable, Hashable {
    /// What the delivery becomes.
    package let status: DeliveryStatus
    /// Who has to act; nil when delivered.
    package let errorClass: ErrorClass?
    package let scope: FailureScope
    /// For `retry`: how patient to be.
    package var pace: RetryPace = .normal
    package var token: TokenRule = .keep
    package var credential: CredentialRule = .keep
    /// Whether the try counts: what surely never reached Apple does not.
    package var countsAttempt = true

    static let delivered = ApnsVerdict(status: .delivered, errorClass: nil, scope: .none)
    static let dead = ApnsVerdict(
        status: .unregistered, errorClass: .invalidRecipient, scope: .token, token: .dead)
    static let unknownHere = ApnsVerdict(
        status: .unregistered, errorClass: .invalidRecipient, scope: .environment, token: .otherEnvironment)
    static let wrongToken = ApnsVerdict(status: .rejected, errorClass: .invalidRecipient, scope: .token)
    static let channelUnknownHere = ApnsVerdict(
        status: .rejected, errorClass: .invalidRecipient, scope: .environment, token: .channelElsewhere)
    static let badRequest = ApnsVerdict(status: .rejected, errorClass: .invalidRequest, scope: .payload)
    static let badTopic = ApnsVerdict(
        status: .rejected, errorClass: .authFailed, scope: .topic, credential: .stopTopic)
    static let badCredential = ApnsVerdict(
        status: .retry, errorClass: .authFailed, scope: .credential, credential: .stop)
    static let wrongEnvironment = ApnsVerdict(
        status: .retry, errorClass: .authFailed, scope: .environment, credential: .stopEnvironment)
    static let expiredProviderToken = ApnsVerdict(
        status: .retry, errorClass: .authFailed, scope: .clock, credential: .renewToken)
    static let foreignConnection = ApnsVerdict(
        status: .retry, errorClass: .authFailed, scope: .credential, credential: .newConnection)
    static let idleConnection = ApnsVerdict(
        status: .retry, errorClass: .providerUnavailable, scope: .network, pace: .transport,
        credential: .newConnection)
    static let tokenUpdates = ApnsVerdict(
        status: .retry, errorClass: .rateLimited, scope: .credential, credential: .pause)
    static let deviceRate = ApnsVerdict(status: .retry, errorClass: .rateLimited, scope: .deviceRate)
    static let appleTrouble = ApnsVerdict(
        status: .retry, errorClass: .providerUnavailable, scope: .apple, pace: .apple)

    /// Every reason that is known, with the status it comes with, in the order of Apple's table.
    package static let table: [(status: Int, reason: ApnsReason, verdict: ApnsVerdict)] = [
        (400, ApnsReason("BadCollapseId"), badRequest),
        (400, .badDeviceToken, unknownHere),
        (400, ApnsReason("BadExpirationDate"), badRequest),
        (400, ApnsReason("BadMessageId"), badRequest),
        (400, ApnsReason("BadPriority"), badRequest),
        (400, ApnsReason("BadTopic"), badTopic),
        (400, ApnsReason("DeviceTokenNotForTopic"), wrongToken),
        (400, ApnsReason("DuplicateHeaders"), badRequest),
        (400, ApnsReason("IdleTimeout"), idleConnection),
        (400, ApnsReason("InvalidPushType"), badRequest),
        (400, ApnsReason("MissingDeviceToken"), badRequest),
        (400, ApnsReason("MissingTopic"), badRequest),
        (400, ApnsReason("PayloadEmpty"), badRequest),
        (400, ApnsReason("TopicDisallowed"), badTopic),
        (403, ApnsReason("BadCertificate"), badCredential),
        (403, .badCertificateEnvironment, wrongEnvironment),
        (403, .expiredProviderToken, expiredProviderToken),
        (403, ApnsReason("Forbidden"), badCredential),
        (403, ApnsReason("InvalidProviderToken"), badCredential),
        (403, ApnsReason("MissingProviderToken"), badCredential),
        (403, ApnsReason("UnrelatedKeyIdInToken"), foreignConnection),
        (403, .badEnvironmentKeyIDInToken, wrongEnvironment),
        (403, .badEnvironmentKeyInToken, wrongEnvironment),
        (404, ApnsReason("BadPath"), badRequest),
        (405, ApnsReason("MethodNotAllowed"), badRequest),
        (410, .expiredToken, dead),
        (410, .unregistered, dead),
        (413, ApnsReason("PayloadTooLarge"), badRequest),
        (429, ApnsReason("TooManyProviderTokenUpdates"), tokenUpdates),
        (429, ApnsReason("TooManyRequests"), deviceRate),
        (500, ApnsReason("InternalServerError"), appleTrouble),
        (503, ApnsReason("ServiceUnavailable"), appleTrouble),
        (503, ApnsReason("Shutdown"), appleTrouble),
        (400, ApnsReason("FeatureNotEnabled"), badTopic),
        (400, ApnsReason("BroadcastFeatureNotEnabled"), badTopic),
        (400, ApnsReason("MissingChannelId"), badRequest),
        (400, ApnsReason("BadChannelId"), wrongToken),
        (400, .channelNotRegistered, channelUnknownHere),
        (400, ApnsReason("BadRequestParams"), badRequest),
        (400, ApnsReason("BadRequestPayload"), badRequest),
        (400, ApnsReason("MissingPushType"), badRequest),
        (400, ApnsReason("CannotCreateChannelConfig"), badRequest),
        (403, ApnsReason("TopicMismatch"), badTopic),
        (503, ApnsReason("Service Unavailable"), appleTrouble),
    ]

    private static let byReason = Dictionary(uniqueKeysWithValues: table.map { ($0.reason, $0.verdict) })

    /// What an answer means. The reason decides; an unknown or missing one follows its status.
    package static func answer(status: Int, reason: ApnsReason?) -> ApnsVerdict {
        if status == 200 { return delivered }
        if let reason, let verdict = byReason[reason] { return verdict }
        switch status {
        case 410: return dead
        case 403: return badCredential
        case 429: return deviceRate
        case 400..<500: return badRequest
        default: return appleTrouble
        }
    }
}
