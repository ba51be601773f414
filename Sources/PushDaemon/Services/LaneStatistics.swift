import PushCore
package import ServiceRuntime

/// What a lane has done since it started, for the workers table and the log.
package final class LaneStatistics: Sendable {
    /// The figures.
    package struct Figures: Sendable {
        package var turns = 0
        package var claimed = 0
        package var recorded = 0
        package var fenced = 0
        package var delivered = 0
        package var failed = 0
        package var retried = 0
        package var held = 0
        /// Milliseconds since boot of the last turn: the watchdog's proof of life.
        package var lastTurn = MonotonicTime.now
    }

    private let figures = Locked(Figures())

    package init() {}

    /// The figures just now.
    package var current: Figures { figures.withLock { $0 } }

    func turn(held: Int) {
        figures.withLock {
            $0.turns += 1
            $0.held = held
            $0.lastTurn = .now
        }
    }

    func claimed(_ actions: [ClaimedAction]) { figures.withLock { $0.claimed += actions.count } }

    func settled(_ outcome: ActionOutcome) {
        figures.withLock {
            if case .waiting = outcome.state { $0.retried += 1 }
            $0.delivered += outcome.delivered
            $0.failed += outcome.failed
        }
    }

    func recorded(_ count: Int, fenced: Int) {
        figures.withLock {
            $0.recorded += count
            $0.fenced += fenced
        }
    }
}
