import ApplePush
import HTTP2Client
import PushCore
import Testing

/// What Apple's answers and the failures on the way come to.
@Suite struct VerdictTests {
    struct Row: Sendable {
        let status: Int
        let reason: String?
        let becomes: DeliveryStatus
        let errorClass: ErrorClass?
        let scope: FailureScope
        var pace: RetryPace = .normal
        var token: TokenRule = .keep
        var credential: CredentialRule = .keep
    }

    static let rows: [Row] = [
        Row(status: 200, reason: nil, becomes: .delivered, errorClass: nil, scope: .none),
        bad(400, "BadCollapseId"),
        Row(
            status: 400, reason: "BadDeviceToken", becomes: .unregistered, errorClass: .invalidRecipient,
            scope: .environment, token: .otherEnvironment),
        bad(400, "BadExpirationDate"), bad(400, "BadMessageId"), bad(400, "BadPriority"),
        topic(400, "BadTopic"), recipient(400, "DeviceTokenNotForTopic"), bad(400, "DuplicateHeaders"),
        Row(
            status: 400, reason: "IdleTimeout", becomes: .retry, errorClass: .providerUnavailable, scope: .network,
            pace: .transport, credential: .newConnection),
        bad(400, "InvalidPushType"), bad(400, "MissingDeviceToken"), bad(400, "MissingTopic"), bad(400, "PayloadEmpty"),
        topic(400, "TopicDisallowed"), credential("BadCertificate"), environment("BadCertificateEnvironment"),
        Row(
            status: 403, reason: "ExpiredProviderToken", becomes: .retry, errorClass: .authFailed, scope: .clock,
            credential: .renewToken),
        credential("Forbidden"), credential("InvalidProviderToken"), credential("MissingProviderToken"),
        Row(
            status: 403, reason: "UnrelatedKeyIdInToken", becomes: .retry, errorClass: .authFailed, scope: .credential,
            credential: .newConnection),
        environment("BadEnvironmentKeyIdInToken"), environment("BadEnvironmentKeyInToken"),
        bad(404, "BadPath"), bad(405, "MethodNotAllowed"), dead("ExpiredToken"), dead("Unregistered"),
        bad(413, "PayloadTooLarge"),
        Row(
            status: 429, reason: "TooManyProviderTokenUpdates", becomes: .retry, errorClass: .rateLimited,
            scope: .credential, credential: .pause),
        Row(status: 429, reason: "TooManyRequests", becomes: .retry, errorClass: .rateLimited, scope: .deviceRate),
        apple(500, "InternalServerError"), apple(503, "ServiceUnavailable"), apple(503, "Shutdown"),
        topic(400, "FeatureNotEnabled"), topic(400, "BroadcastFeatureNotEnabled"), bad(400, "MissingChannelId"),
        recipient(400, "BadChannelId"),
        Row(
            status: 400, reason: "ChannelNotRegistered", becomes: .rejected, errorClass: .invalidRecipient,
            scope: .environment, token: .channelElsewhere), bad(400, "BadRequestParams"),
        bad(400, "BadRequestPayload"), bad(400, "MissingPushType"), bad(400, "CannotCreateChannelConfig"),
        topic(403, "TopicMismatch"), apple(503, "Service Unavailable"),
        // Reasons that nobody has seen yet follow their status.
        bad(400, "NewInTheYear2030"), bad(400, nil), bad(418, "Teapot"), credential("NewRefusal"), dead("Gone"),
        dead(nil), apple(502, nil), apple(599, "?"), apple(302, nil),
        Row(status: 429, reason: "Slower", becomes: .retry, errorClass: .rateLimited, scope: .deviceRate),
    ]

    @Test(arguments: rows)
    func eachAnswerHasItsVerdict(row: Row) {
        let verdict = ApnsVerdict.answer(status: row.status, reason: row.reason.map { ApnsReason($0) })
        #expect(verdict.status == row.becomes)
        #expect(verdict.errorClass == row.errorClass)
        #expect(verdict.scope == row.scope)
        #expect(verdict.pace == row.pace)
        #expect(verdict.token == row.token)
        #expect(verdict.credential == row.credential)
    }

    @Test func everyReasonOfTheTableIsTestedAbove() {
        let tested = Set(Self.rows.compactMap(\.reason))
        #expect(ApnsVerdict.table.filter { !tested.contains($0.reason.text) }.isEmpty)
    }

    @Test(arguments: [
        TransportFailure.Kind.cannotConnect, .tls, .protocolError, .streamReset, .connectionLost, .deadline, .refused,
        .stopped,
    ])
    func whatNeverReachedAppleIsTriedAgainAndCostsNothing(kind: TransportFailure.Kind) {
        for replaceable in [true, false] {
            let (verdict, reason) = ApnsVerdict.failure(
                TransportFailure(kind: kind, processed: .no, message: ""), isReplaceable: replaceable)
            #expect(verdict.status == .retry)
            #expect(verdict.errorClass == .providerUnavailable)
            #expect(verdict.pace == .transport)
            #expect(!verdict.countsAttempt)
            #expect(reason.text != "OutcomeUnknown")
        }
    }

    @Test(arguments: [TransportFailure.Kind.streamReset, .connectionLost, .deadline])
    func whatMayHaveArrivedIsOnlySentAgainWhenItReplacesItself(kind: TransportFailure.Kind) {
        let failure = TransportFailure(kind: kind, processed: .unknown, message: "")
        let alert = ApnsVerdict.failure(failure, isReplaceable: true)
        #expect(alert.verdict.status == .retry)
        #expect(alert.verdict.countsAttempt)
        let call = ApnsVerdict.failure(failure, isReplaceable: false)
        #expect(call.verdict.status == .unknown)
        #expect(call.verdict.errorClass == .providerUnavailable)
        #expect(call.reason.text == "OutcomeUnknown")
    }

    @Test func aReasonFromAppleIsShortAndPrintable() {
        #expect(ApnsReason(untrusted: "Bad\r\nDevice\u{0}Tökën")?.text == "BadDeviceTkn")
        #expect(ApnsReason(untrusted: String(repeating: "x", count: 5000))?.text.utf8.count == 100)
        #expect(ApnsReason(untrusted: "") == nil)
        #expect(ApnsReason(untrusted: "\u{0}\n ") == nil)
    }

    private static func bad(_ status: Int, _ reason: String?) -> Row {
        Row(status: status, reason: reason, becomes: .rejected, errorClass: .invalidRequest, scope: .payload)
    }

    private static func topic(_ status: Int, _ reason: String) -> Row {
        Row(
            status: status, reason: reason, becomes: .rejected, errorClass: .authFailed, scope: .topic,
            credential: .stopTopic)
    }

    private static func recipient(_ status: Int, _ reason: String) -> Row {
        Row(status: status, reason: reason, becomes: .rejected, errorClass: .invalidRecipient, scope: .token)
    }

    private static func credential(_ reason: String) -> Row {
        Row(
            status: 403, reason: reason, becomes: .retry, errorClass: .authFailed, scope: .credential,
            credential: .stop)
    }

    private static func environment(_ reason: String) -> Row {
        Row(
            status: 403, reason: reason, becomes: .retry, errorClass: .authFailed, scope: .environment,
            credential: .stopEnvironment)
    }

    private static func dead(_ reason: String?) -> Row {
        Row(
            status: 410, reason: reason, becomes: .unregistered, errorClass: .invalidRecipient, scope: .token,
            token: .dead)
    }

    private static func apple(_ status: Int, _ reason: String?) -> Row {
        Row(
            status: status, reason: reason, becomes: .retry, errorClass: .providerUnavailable, scope: .apple,
            pace: .apple)
    }
}
