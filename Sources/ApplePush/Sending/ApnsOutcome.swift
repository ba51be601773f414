import HTTP2Client
import PushCore
import ServiceRuntime

/// What the end of one request means for its token: a result, or another request.
enum ApnsOutcome {
    case done(TokenResult)
    /// The other environment is to be asked.
    case elsewhere(ApnsAttempt)
    /// The connection is spoilt: the same again on a new one.
    case again(ApnsAttempt)

    /// Whether an environment only said that the credential is for another one, and that one is asked now: its answer counts.
    func asksElsewhere(_ note: ApnsBreakers.Note) -> Bool {
        if case .elsewhere = self { note.verdict?.credential == .stopEnvironment } else { false }
    }

    /// What an answer or a failure means. Nothing happens here; the note says what else is to be done.
    /// - Parameter isOver: whether the notification's life is over.
    static func of(
        _ outcome: HTTPOutcome, for attempt: ApnsAttempt, isReplaceable: Bool, isOver: Bool
    ) -> (outcome: ApnsOutcome, note: ApnsBreakers.Note) {
        switch outcome {
        case .response(let response): answer(ApnsAnswer(response), attempt)
        case .failure(let failure) where failure.kind == .withdrawn:
            (.again(attempt.asNoProbe), note(attempt))
        case .failure(let failure):
            (.done(lost(failure, attempt, isReplaceable: isReplaceable, isOver: isOver)), note(attempt))
        }
    }

    /// That nothing was heard.
    static func note(_ attempt: ApnsAttempt) -> ApnsBreakers.Note {
        ApnsBreakers.Note(attempt: attempt, verdict: nil, reason: "", retryAfter: nil)
    }

    private static func answer(_ answer: ApnsAnswer, _ attempt: ApnsAttempt) -> (ApnsOutcome, ApnsBreakers.Note) {
        let verdict = ApnsVerdict.answer(status: answer.status, reason: answer.reason)
        var note = ApnsBreakers.Note(
            attempt: attempt, verdict: verdict, reason: answer.word, retryAfter: answer.retryAfter)
        var attempt = attempt
        if verdict.credential.retiresConnections, !attempt.isSecond {
            attempt.isSecond = true
            return (.again(attempt.asNoProbe), note)
        }
        var result = result(verdict, answer, attempt)
        let step: EnvironmentPolicy.Step? =
            if verdict.token == .otherEnvironment || verdict.token == .channelElsewhere {
                attempt.environment.tokenUnknown()
            } else if verdict.credential == .stopEnvironment {
                attempt.environment.credentialRefused()
            } else {
                nil
            }
        switch step {
        case .ask: return (.elsewhere(attempt), note)
        // A channel that no environment knows is nobody's token: there is nothing to prune.
        case .dead where verdict.token == .channelElsewhere: break
        case .dead: result.death = TokenDeath(reason: ApnsReason.badDeviceToken.text, timestamp: nil)
        case .unproven:
            let verdict = LocalVerdict.environmentUnproven
            (result.status, result.reason, result.errorClass) = (verdict.status, verdict.rawValue, verdict.errorClass)
        case .credentialRefused: note.stopsCredential = true
        case .refusedHere, nil: break
        }
        result.unknownIn = attempt.environment.unknown.members
        return (.done(result), note)
    }

    private static func result(_ verdict: ApnsVerdict, _ answer: ApnsAnswer, _ attempt: ApnsAttempt) -> TokenResult {
        var result = base(verdict, reason: answer.reason, attempt)
        result.httpStatus = answer.status
        result.apnsUniqueID = answer.uniqueID
        result.retryAfter = answer.retryAfter
        if verdict.status != .delivered { result.reason = answer.word }
        if verdict.token == .dead, !attempt.isForeign {
            result.death = TokenDeath(
                reason: (answer.reason ?? .unregistered).text, timestamp: answer.timestamp)
        }
        let recipient = attempt.recipient
        let environment = attempt.environment.current
        let known = recipient.learnedEnvironment ?? recipient.environment ?? .production
        if verdict.status == .delivered, environment != known { result.learnedEnvironment = environment }
        return result
    }

    private static func lost(
        _ failure: TransportFailure, _ attempt: ApnsAttempt, isReplaceable: Bool, isOver: Bool
    ) -> TokenResult {
        if isOver, failure.processed == .no { return LocalVerdict.expired.result(for: attempt.recipient) }
        let (verdict, reason) = ApnsVerdict.failure(failure, isReplaceable: isReplaceable)
        return base(verdict, reason: reason, attempt)
    }

    private static func base(_ verdict: ApnsVerdict, reason: ApnsReason?, _ attempt: ApnsAttempt) -> TokenResult {
        var result = TokenResult(
            recipient: attempt.recipient, status: verdict.status, reason: reason?.text,
            errorClass: verdict.errorClass, countsAttempt: verdict.countsAttempt)
        result.environment = attempt.environment.current
        result.apnsID = String(decoding: attempt.id, as: UTF8.self)
        result.pace = verdict.pace
        return result
    }

    /// The result of a push that was held back: it costs no try, and is asked again when the next probe is due.
    static func held(_ held: ApnsBreakers.Held) -> TokenResult {
        var result = TokenResult(
            recipient: held.attempt.recipient, status: .retry, reason: held.reason, errorClass: held.errorClass,
            countsAttempt: false)
        result.environment = held.attempt.environment.current
        result.apnsID = String(decoding: held.attempt.id, as: UTF8.self)
        result.pace = .transport
        result.retryAfter = held.milliseconds
        return result
    }
}
