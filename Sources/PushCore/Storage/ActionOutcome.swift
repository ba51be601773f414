/// What is written when a claimed action is through, for now or for good.
package struct ActionOutcome: Sendable {
    /// What the action becomes.
    package enum State: Sendable, Hashable {
        case sent
        case partial
        case failed
        case expired
        /// Cancelled by the producer while it was held: the state stays, the deliveries are recorded.
        case cancelled
        /// At least one delivery is `retry`: claimed again in this many milliseconds.
        case waiting(milliseconds: Int64)

        /// The column `state`.
        package var column: String {
            switch self {
            case .sent: "sent"
            case .partial: "partial"
            case .failed: "failed"
            case .expired: "expired"
            case .cancelled: "cancelled"
            case .waiting: "sending"
            }
        }
    }

    /// One row of deliveries.
    package struct Delivery: Sendable {
        package let result: TokenResult
        package let channel: PushChannel
        /// Tries so far, this one included when it counts.
        package let attempts: Int
        /// For `retry`: milliseconds until the next try.
        package let nextAttemptIn: Int64?

        package init(result: TokenResult, channel: PushChannel, attempts: Int, nextAttemptIn: Int64?) {
            self.result = result
            self.channel = channel
            self.attempts = attempts
            self.nextAttemptIn = nextAttemptIn
        }
    }

    package let actionID: UInt64
    package let app: String
    package let lease: Lease
    package let state: State
    package let reason: String?
    package let delivered: Int
    package let failed: Int
    package let pruned: Int
    package let warnings: [String]
    package let deliveries: [Delivery]
    /// Set for a part of an audience: how far its walk is now. State, reason and counts are then added up from all
    /// deliveries when the last part is written; `expired` ends the walk.
    package var walk: AudienceWalk?

    package init(
        actionID: UInt64, app: String, lease: Lease, state: State, reason: String?, delivered: Int, failed: Int,
        pruned: Int, warnings: [String], deliveries: [Delivery], walk: AudienceWalk? = nil
    ) {
        self.actionID = actionID
        self.app = app
        self.lease = lease
        self.state = state
        self.reason = reason
        self.delivered = delivered
        self.failed = failed
        self.pruned = pruned
        self.warnings = warnings
        self.deliveries = deliveries
        self.walk = walk
    }
}
