/// When a failed try is followed by another (contract, `[retry]`).
package struct RetryPolicy: Sendable, Equatable {
    /// The most tries a token gets (8).
    package var maximumAttempts = 8
    /// The first wait, in seconds (60).
    package var baseDelay = 60.0
    /// The longest wait, in seconds (3600).
    package var maximumDelay = 3600.0
    /// The longest wait of a call, in milliseconds: later it would ring into the void.
    package static let longestCallWait: Int64 = 200

    package init(maximumAttempts: Int = 8, baseDelay: Double = 60, maximumDelay: Double = 3600) {
        self.maximumAttempts = maximumAttempts
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
    }

    /// What follows a failed try.
    package enum Next: Sendable, Equatable {
        /// Another try in so many milliseconds.
        case wait(milliseconds: Int64)
        /// None: the tries are used up.
        case attemptsUsedUp
        /// None: its life would be over by then.
        case timeOver
    }

    /// What follows after `attempts` tries; the wait is at least Retry-After.
    /// - Parameters:
    ///   - retryAfter: what Apple asked for, in milliseconds.
    ///   - remaining: milliseconds of life left; nil when it has no end.
    ///   - random: 0.5…1.0, spreads the retries of many tokens.
    package func next(
        attempts: Int, pace: RetryPace, retryAfter: Int64?, isCall: Bool, remaining: Int64?, random: Double
    ) -> Next {
        guard attempts < maximumAttempts else { return .attemptsUsedUp }
        let factor =
            switch pace {
            case .apple: 15.0
            case .transport: 1.0 / 60
            case .normal: 1.0
            }
        let doublings = Double(1 << min(max(attempts - 1, 0), 30))
        var wait = Int64(min(maximumDelay, factor * baseDelay * doublings) * random * 1000)
        if isCall { wait = min(wait, Self.longestCallWait) }
        wait = max(wait, retryAfter ?? 0)
        if let remaining, wait >= remaining { return .timeOver }
        return .wait(milliseconds: wait)
    }
}
