package import PushCore

/// What happens to dead tokens (`[pruning]`).
package struct PruningConfiguration: Sendable, Equatable {
    /// Who edits usermeta.
    package enum Mode: String, Sendable, CaseIterable { case auto, direct, plugin, report }

    package let mode: Mode
    /// Share of dead tokens (0 to 1) that opens the breaker.
    package let breakerShare: Double
    /// The fewest dead tokens that may open it.
    package let breakerMinimum: Int
    /// Hours that a pruned token is not sent to.
    package let tombstoneHours: Int

    /// Share and minimum as the breaker takes them.
    package var limit: RejectionLimit { RejectionLimit(share: breakerShare, minimum: breakerMinimum) }
}
