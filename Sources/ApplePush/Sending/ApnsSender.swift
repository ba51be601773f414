import HTTP2Client
import PushCore
import ServiceRuntime

/// What both senders share: turns notifications into requests, hands each environment's over in one piece, and answers
/// (contract, sections 4 and 5).
final class ApnsSender: Sendable {
    let pools: ApnsPools
    let breakers: ApnsBreakers
    private let clock = AppleClock()
    private let credentials: IosCredentials
    private let settings: ApnsSettings
    private let tokenProvider: ApnsTokenProvider?
    private let identifiers: PushIdentifiers
    private let builder: IosPayloadBuilder
    // `apns-topic` of each push type, made once.
    private let topics: [PushType: [UInt8]]
    // Those that the certificate lists; nil: it is Apple's to say.
    private let listedTopics: Set<[UInt8]>?

    init(
        credentials: IosCredentials, settings: ApnsSettings, loop: ConnectionLoop, tokenProvider: ApnsTokenProvider?,
        installationID: String
    ) {
        self.credentials = credentials
        self.settings = settings
        self.tokenProvider = tokenProvider
        identifiers = PushIdentifiers(installationID: installationID)
        builder = IosPayloadBuilder(identifiers: identifiers)
        breakers = ApnsBreakers(isForCalls: credentials.channel == .voip, pause: settings.probePause)
        pools = ApnsPools(credentials: credentials, settings: settings, loop: loop)
        topics = Dictionary(
            uniqueKeysWithValues: PushType.allCases.map { ($0, Array(credentials.topic(for: $0).utf8)) })
        listedTopics = credentials.listedTopics.map { Set($0.map { Array($0.utf8) }) }
    }

    /// Sends `notifications`; each has its result once all its tokens are through.
    func send(_ notifications: [PushNotification], results: @escaping @Sendable ([PushResult]) -> Void) {
        let now = MonotonicTime.now
        let refusals = pools.refusals(at: now)
        var progress: [ApnsBatch.Progress] = []
        progress.reserveCapacity(notifications.count)
        var attempts: [ApnsAttempt] = []
        attempts.reserveCapacity(notifications.count)
        for notification in notifications {
            progress.append(
                prepare(notification, place: progress.count, refusals: refusals, now: now, attempts: &attempts))
        }
        let batch = ApnsBatch(sender: self, progress: progress, results: results)
        batch.begin(attempts)
    }

    /// The request of `attempt`.
    func request(
        _ attempt: ApnsAttempt, payload: ApnsPayload, authorization: [UInt8]?, deadline: MonotonicTime?,
        now: MonotonicTime
    ) -> HTTPRequest {
        var headers: [HTTPHeader] = []
        headers.reserveCapacity(attempt.headers.count + 2)
        if let authorization { headers.append(HTTPHeader(name: "authorization", value: authorization)) }
        headers.append(contentsOf: attempt.headers)
        headers.append(HTTPHeader(name: payload.isBroadcast ? "apns-request-id" : "apns-id", value: attempt.id))
        let timeout = now.advanced(milliseconds: settings.requestTimeout)
        return HTTPRequest(
            path: attempt.path, headers: headers, body: payload.body,
            deadline: deadline.map { min($0, timeout) } ?? timeout)
    }

    /// How requests prove who sends; nil when a provider token is needed and there is none.
    var authorization: Authorization? {
        guard let tokenProvider else { return .certificate }
        return tokenProvider.bearer.map(Authorization.bearer)
    }

    enum Authorization {
        case certificate
        case bearer([UInt8])

        var header: [UInt8]? {
            if case .bearer(let bytes) = self { bytes } else { nil }
        }
    }

    /// Acts on what an answer says about the credential or its connection.
    func act(on rule: CredentialRule, _ environment: PushEnvironment, connection: UInt64, bearer: [UInt8]?) {
        switch rule {
        case .stopEnvironment: pools.noteRefused(environment, at: .now)
        case .newConnection: pools.retire(environment, connection: connection)
        case .renewToken:
            if let bearer { tokenProvider?.reportExpired(bearer) }
            pools.retire(environment, connection: connection)
        case .keep, .pause, .stopTopic, .stop: break
        }
    }

    /// Takes in what came of pushes that were signed with `bearer`; a credential that this stops sends no more of what
    /// waits for a stream.
    func record(_ notes: [ApnsBreakers.Note], bearer: [UInt8]?, at now: MonotonicTime) {
        if breakers.record(notes, bearer: bearer, at: now) { pools.withdrawWaiting() }
    }

    /// Compares Apple's clock with ours, now and then.
    func readClock(_ response: HTTPResponse, at now: MonotonicTime) { clock.read(response, at: now) }

    /// What Apple's answers say of the credential just now.
    var standing: CredentialStanding {
        var standing = breakers.standing
        standing.clockLead = clock.lead
        standing.refusedEnvironments = pools.refusedEnvironments
        return standing
    }

    private func prepare(
        _ notification: PushNotification, place: Int, refusals: EnvironmentSet, now: MonotonicTime,
        attempts: inout [ApnsAttempt]
    ) -> ApnsBatch.Progress {
        var progress = ApnsBatch.Progress(notification)
        let payload: ApnsPayload
        do throws(MessageFault) {
            payload = try builder.build(notification)
        } catch {
            progress.refusal = error
            return progress
        }
        progress.payload = payload
        progress.warnings = payload.warnings
        let isOver = notification.deadline.map { $0 <= now } ?? false
        let kind = notification.message.tokenKind(for: notification.type)
        // The path of a broadcast names the app: there is no topic, and what Apple says of it is about broadcasts alone.
        let broadcastPath = ApnsDestination.broadcastPath(bundleID: credentials.bundleID)
        let topic = payload.isBroadcast ? broadcastPath : payload.topic ?? topics[payload.pushType] ?? []
        let common = (payload.isBroadcast ? payload.headers : headers(payload, topic: topic), topic)
        let choice = notification.message.environment ?? settings.environment
        // Apple's word on a token is about the topic that was asked for.
        let isForeign = payload.topic.map { $0 != topics[payload.pushType] } ?? false
        for recipient in notification.recipients {
            if let refusal = Self.refusal(of: recipient, kind: kind, payload: payload, isOver: isOver) {
                progress.tokens.append(refusal)
                continue
            }
            let path: [UInt8]
            switch recipient.address {
            case .apns(let token): path = ApnsDestination.path(token)
            case .channel: path = broadcastPath
            case .malformed, .other: continue
            }
            let (headers, topic) = headers(for: recipient, payload, common: common, warnings: &progress.warnings)
            if !payload.isBroadcast, let listedTopics, !listedTopics.contains(topic) {
                progress.tokens.append(Self.refusal(of: topic, for: recipient, &progress.warnings))
                continue
            }
            attempts.append(
                ApnsAttempt(
                    notification: place, recipient: recipient, path: path,
                    id: payload.id ?? identifiers.id(action: notification.actionID, recipient: recipient.column),
                    headers: headers, topic: topic, isForeign: isForeign,
                    environment: EnvironmentPolicy(
                        choice: choice, configured: settings.environment, recorded: recipient.environment,
                        learned: recipient.learnedEnvironment,
                        preferred: credentials.markedEnvironment, refusals: refusals)))
        }
        return progress
    }

    // Why a recipient is not sent to; nil when it is.
    private static func refusal(
        of recipient: Recipient, kind: TokenKind, payload: ApnsPayload, isOver: Bool
    ) -> TokenResult? {
        if let refusal = recipient.refusal { return refusal }
        if recipient.kind != kind {
            return LocalVerdict.wrongTokenKind.result(for: recipient)
        }
        if recipient.mayHaveBeenSent, !payload.isReplaceable {
            return LocalVerdict.outcomeUnknown.result(for: recipient)
        }
        return isOver ? LocalVerdict.expired.result(for: recipient) : nil
    }

    // Apple: a certificate supports a push type only if its topic is listed in it. Apple's refusal is known beforehand.
    private static func refusal(of topic: [UInt8], for recipient: Recipient, _ warnings: inout [String]) -> TokenResult
    {
        warn("apns-topic: the certificate does not list \(String(decoding: topic, as: UTF8.self))", in: &warnings)
        return LocalVerdict.topicNotInCertificate.result(for: recipient)
    }

    private static func warn(_ text: String, in warnings: inout [String]) {
        if !warnings.contains(text), warnings.count < 64 { warnings.append(text) }
    }

    // A record may name another app of the credential's; anything else is the credential's own.
    private func headers(
        for recipient: Recipient, _ payload: ApnsPayload, common: ([HTTPHeader], topic: [UInt8]),
        warnings: inout [String]
    ) -> ([HTTPHeader], topic: [UInt8]) {
        guard let bundleID = recipient.bundleID, bundleID != credentials.bundleID, payload.topic == nil else {
            return common
        }
        if credentials.covers(bundleID: bundleID, type: payload.pushType) {
            let topic = Array(credentials.topic(for: payload.pushType, bundleID: bundleID).utf8)
            return (headers(payload, topic: topic), topic)
        }
        Self.warn(
            "bundle_id: \(MessageWarnings.shown(bundleID)) is not among the credential's topics, "
                + "sent as \(credentials.bundleID)", in: &warnings)
        return common
    }

    private func headers(_ payload: ApnsPayload, topic: [UInt8]) -> [HTTPHeader] {
        [HTTPHeader(name: "apns-topic", value: topic)] + payload.headers
    }
}
