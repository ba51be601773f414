import HTTP2Client
import PushCore
import ServiceRuntime

/// The notifications of one call of `send`, until the last of them has its result.
final class ApnsBatch: Sendable {
    /// A notification on its way.
    struct Progress: Sendable {
        let notification: PushNotification
        var payload: ApnsPayload?
        var refusal: MessageFault?
        var warnings: [String]
        /// The results so far.
        var tokens: [TokenResult] = []

        init(_ notification: PushNotification) {
            self.notification = notification
            warnings = notification.message.warnings
            tokens.reserveCapacity(notification.recipients.count)
        }

        /// The result when every token is through.
        var result: PushResult? {
            guard refusal != nil || tokens.count == notification.recipients.count else { return nil }
            return PushResult(
                actionID: notification.actionID, tokens: tokens, warnings: warnings, refusal: refusal)
        }
    }

    /// Requests to one environment that were handed over together, and what they were signed with.
    private struct Submission: Sendable {
        let environment: PushEnvironment
        let attempts: [ApnsAttempt]
        let bearer: [UInt8]?
    }

    private let sender: ApnsSender
    private let progress: Locked<[Progress]>
    private let payloads: [ApnsPayload?]
    private let deadlines: [MonotonicTime?]
    private let results: @Sendable ([PushResult]) -> Void

    init(sender: ApnsSender, progress: [Progress], results: @escaping @Sendable ([PushResult]) -> Void) {
        self.sender = sender
        self.results = results
        payloads = progress.map(\.payload)
        deadlines = progress.map(\.notification.deadline)
        self.progress = Locked(progress)
    }

    /// Answers what needs no network, and sends the rest.
    func begin(_ attempts: [ApnsAttempt]) {
        let settled = progress.withLock { $0.compactMap(\.result) }
        if !settled.isEmpty { results(settled) }
        submit(attempts)
    }

    private func submit(_ attempts: [ApnsAttempt]) {
        guard !attempts.isEmpty else { return }
        let now = MonotonicTime.now
        guard let authorization = sender.authorization else {
            sender.record(attempts.filter { !$0.probes.isEmpty }.map(ApnsOutcome.note), bearer: nil, at: now)
            return finish(
                attempts.map { ($0.notification, LocalVerdict.providerTokenUnavailable.result(for: $0.recipient)) })
        }
        let (admitted, held) = sender.breakers.admit(attempts, bearer: authorization.header, at: now)
        finish(held.map { ($0.attempt.notification, ApnsOutcome.held($0)) })
        for environment in PushEnvironment.allCases {
            let group = admitted.filter { $0.environment.current == environment }
            guard !group.isEmpty else { continue }
            var requests: [HTTPRequest] = []
            requests.reserveCapacity(group.count)
            for attempt in group {
                guard let payload = payloads[attempt.notification] else { continue }
                requests.append(
                    sender.request(
                        attempt, payload: payload, authorization: authorization.header,
                        deadline: deadlines[attempt.notification], now: now))
            }
            let submission = Submission(environment: environment, attempts: group, bearer: authorization.header)
            sender.pools[environment].submit(requests) { [self] in complete($0, submission) }
        }
    }

    // Runs on the loop's thread.
    private func complete(_ completions: [HTTPCompletion], _ submission: Submission) {
        let now = MonotonicTime.now
        var done: [(Int, TokenResult)] = []
        done.reserveCapacity(completions.count)
        var again: [ApnsAttempt] = []
        var isAccepted = false
        // While nothing is held back, what went well is not worth a note.
        let isIdle = sender.breakers.isIdle
        var notes: [ApnsBreakers.Note] = []
        for completion in completions {
            let attempt = submission.attempts[completion.index]
            let isOver = deadlines[attempt.notification].map { $0 <= now } ?? false
            let isReplaceable = payloads[attempt.notification]?.isReplaceable ?? false
            let (outcome, note) = ApnsOutcome.of(
                completion.outcome, for: attempt, isReplaceable: isReplaceable, isOver: isOver)
            if case .response(let response) = completion.outcome {
                if response.status == 200 { isAccepted = true }
                let rule = note.verdict?.credential ?? .keep
                if rule == .renewToken || completion.index == 0 { sender.readClock(response, at: now) }
                sender.act(
                    on: rule, submission.environment, connection: response.connection, bearer: submission.bearer)
            }
            if note.matters || (!isIdle && (isOver || !outcome.asksElsewhere(note))) { notes.append(note) }
            switch outcome {
            case .done(let result): done.append((attempt.notification, result))
            case .elsewhere(let next), .again(let next):
                if isOver {
                    done.append((attempt.notification, LocalVerdict.expired.result(for: attempt.recipient)))
                } else {
                    again.append(next)
                }
            }
        }
        if isAccepted { sender.pools.noteAccepted(submission.environment) }
        if !notes.isEmpty { sender.record(notes, bearer: submission.bearer, at: now) }
        finish(done)
        submit(again)
    }

    private func finish(_ done: [(Int, TokenResult)]) {
        guard !done.isEmpty else { return }
        let settled = progress.withLock { progress in
            var settled: [PushResult] = []
            for (place, result) in done {
                progress[place].tokens.append(result)
                if let whole = progress[place].result { settled.append(whole) }
            }
            return settled
        }
        if !settled.isEmpty { results(settled) }
    }

}
