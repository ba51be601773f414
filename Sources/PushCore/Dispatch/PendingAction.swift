package import ServiceRuntime

/// A claimed action that is fit to be sent, from the look-up of its devices to what is written of it.
package struct PendingAction: Sendable {
    package let action: ClaimedAction
    package let target: Target
    package let type: ActionType
    package let message: PushMessage
    package let life: ActionLife

    /// Whom it is for.
    package enum Target: Sendable {
        case user(UInt64)
        /// Many, part by part: each claim of the action serves one part.
        case audience(Audience)
        /// Everybody who listens to a broadcast channel: one push, one delivery.
        case channel(BroadcastChannel)
    }

    /// The user it is for; nil for an audience.
    package var userID: UInt64? {
        if case .user(let user) = target { user } else { nil }
    }

    /// The one recipient of a broadcast; nil for everything else.
    package var broadcastRecipient: Recipient? {
        guard case .channel(let channel) = target else { return nil }
        return Recipient(userID: nil, address: .channel(channel), kind: tokenKind)
    }

    /// Whether it is for one user and not for an audience.
    package var isForOneUser: Bool { userID != nil }

    /// Of the deliveries that are due again, those that nobody's usermeta holds: the audience named the tokens itself.
    package func listedTokens(of audience: Audience) -> [Recipient] {
        guard case .tokens = audience.members else { return [] }
        return action.earlier.filter { $0.userID == nil }.map(placeholder)
    }

    /// The kind of token to look up.
    package var tokenKind: TokenKind { message.tokenKind(for: type) }

    /// Which of the user's devices are to have it now.
    package enum Next: Sendable {
        /// These are tried now.
        case send(PushNotification)
        /// Nothing is to be tried now.
        case settled(ActionOutcome)
    }

    /// What to do, given the devices of the user or of this part of the audience: those already settled are skipped, those
    /// waiting for their time too.
    /// - Parameter walk: for an audience, how far it is with these devices.
    package func next(recipients: [Recipient], walk: AudienceWalk? = nil) -> Next {
        let earlier = Dictionary(action.earlier.map { ($0.token, $0) }) { first, _ in first }
        let due = recipients.filter { earlier[$0.column].map { $0.status == .retry && ($0.dueIn ?? 0) <= 0 } ?? true }
        let gone = vanished(from: recipients)
        if due.isEmpty {
            guard !earlier.isEmpty || walk != nil else {
                return .settled(.refused(action, reason: "NoDeviceToken"))
            }
            return .settled(settle(gone, walk: walk, policy: RetryPolicy(), now: .now, random: { 1 }))
        }
        let marked = due.map { recipient in
            var recipient = recipient
            recipient.mayHaveBeenSent = action.wasAbandoned
            return recipient
        }
        return .send(
            PushNotification(
                actionID: action.id, app: action.app, type: type, message: message, recipients: marked,
                deadline: life.deadline, endOfLife: life.end, startOfLife: action.lifeStart / 1000))
    }

    /// What to write once the devices of `next` have their results.
    /// - Parameter random: gives 0.5…1.0, spreads retries.
    package func outcome(
        of result: PushResult, recipients: [Recipient], walk: AudienceWalk? = nil, policy: RetryPolicy,
        now: MonotonicTime, random: () -> Double
    ) -> ActionOutcome {
        if let refusal = result.refusal { return .refused(action, reason: refusal.reason) }
        return settle(
            result.tokens + vanished(from: recipients), warnings: result.warnings, walk: walk, policy: policy, now: now,
            random: random)
    }

    /// What to write when its life ended before anything (more) could be tried.
    package func expired() -> ActionOutcome {
        if case .audience = target {
            return ActionOutcome(
                actionID: action.id, app: action.app, lease: action.lease, state: .expired, reason: Self.expiry,
                delivered: 0, failed: 0, pruned: 0, warnings: message.warnings, deliveries: [], walk: action.walk)
        }
        guard !action.earlier.isEmpty else { return .refused(action, state: .expired, reason: Self.expiry) }
        let ended = action.earlier.filter { $0.status == .retry }.map { earlier in
            TokenResult(
                recipient: placeholder(earlier), status: .retry, reason: earlier.reason,
                errorClass: earlier.errorClass, countsAttempt: false)
        }
        // With no life left, every delivery that still waits is given up by the ordinary rule.
        return settle(ended, policy: RetryPolicy(), now: life.deadline ?? .now, random: { 1 })
    }

    private static let expiry = "Expired"

    private func settle(
        _ results: [TokenResult], warnings: [String]? = nil, walk: AudienceWalk? = nil, policy: RetryPolicy,
        now: MonotonicTime, random: () -> Double
    ) -> ActionOutcome {
        let earlier = Dictionary(action.earlier.map { ($0.token, $0) }) { first, _ in first }
        let settledNow = Set(results.map(\.recipient.column))
        var tally = DeliveryTally()
        for before in action.earlier where !settledNow.contains(before.token) {
            if before.status == .retry {
                tally.wait(max(before.dueIn ?? 0, 0), before.reason)
            } else {
                tally.count(before.status, before.reason)
            }
        }
        let deliveries = results.map { result in
            let attempts = (earlier[result.recipient.column]?.attempts ?? 0) + (result.countsAttempt ? 1 : 0)
            var result = result
            var wait: Int64?
            var timeOver = result.reason == Self.expiry
            if result.status == .retry {
                switch next(after: result, attempts: attempts, policy: policy, now: now, random: random()) {
                case .wait(let milliseconds): wait = milliseconds
                case .attemptsUsedUp: result.status = .exhausted
                case .timeOver:
                    result.status = .exhausted
                    timeOver = true
                }
            }
            if let wait {
                tally.wait(wait, result.reason)
            } else {
                tally.count(result.status, result.reason, timeOver: timeOver)
            }
            return ActionOutcome.Delivery(
                result: result, channel: type.channel, attempts: attempts, nextAttemptIn: wait)
        }
        return ActionOutcome(
            actionID: action.id, app: action.app, lease: action.lease, state: tally.state, reason: tally.reason,
            delivered: tally.delivered, failed: tally.failed, pruned: tally.pruned,
            warnings: warnings ?? message.warnings, deliveries: deliveries, walk: walk)
    }

    private func next(
        after result: TokenResult, attempts: Int, policy: RetryPolicy, now: MonotonicTime, random: Double
    ) -> RetryPolicy.Next {
        // A try that never reached Apple costs nothing, but its wait still grows, up to a minute.
        let attempts = result.countsAttempt ? attempts : min(action.earlierClaims + 1, 7, policy.maximumAttempts - 1)
        return policy.next(
            attempts: attempts, pace: result.pace, retryAfter: result.retryAfter, isCall: type.channel == .voip,
            remaining: life.remaining(at: now), random: random)
    }

    // Devices that waited for another try and stand in no row of the user's any more.
    private func vanished(from recipients: [Recipient]) -> [TokenResult] {
        guard action.earlier.contains(where: { $0.status == .retry }) else { return [] }
        let present = Set(recipients.map(\.column))
        return action.earlier.filter { $0.status == .retry && !present.contains($0.token) }.map {
            LocalVerdict.noDeviceToken.result(for: placeholder($0))
        }
    }

    private func placeholder(_ earlier: ClaimedAction.Earlier) -> Recipient {
        if let recipient = broadcastRecipient { return recipient }
        let address = DeviceToken(hex: earlier.token).map(Recipient.Address.apns) ?? .malformed(shown: earlier.token)
        return Recipient(userID: earlier.userID, address: address, kind: tokenKind)
    }
}
