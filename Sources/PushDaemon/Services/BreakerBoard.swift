package import PushCore
import ServiceRuntime

/// Where pruning is stopped, and what was counted since the database was last told.
package final class BreakerBoard: Sendable {
    private struct State {
        var limit: RejectionLimit
        var untold: [PruningScope: AnswerCount] = [:]
        var open = Set<PruningScope>()
    }

    private let state: Locked<State>

    /// A board on which nothing is stopped.
    package init(_ limit: RejectionLimit) { state = Locked(State(limit: limit)) }

    /// Judges by another limit from the next look on.
    func configure(_ limit: RejectionLimit) { state.withLock { $0.limit = limit } }

    /// Counts answers.
    func count(_ answers: [PruningScope: AnswerCount]) {
        state.withLock { state in
            for (scope, count) in answers { state.untold[scope, default: AnswerCount()] += count }
        }
    }

    /// What was counted since this was last asked.
    func takeUntold() -> [PruningScope: AnswerCount] {
        state.withLock { state in
            defer { state.untold = [:] }
            return state.untold
        }
    }

    /// Judges by what all daemons have counted in the window; returns the scopes whose pruning this stopped.
    func judge(_ counts: [PruningScope: AnswerCount]) -> Set<PruningScope> {
        state.withLock { state in
            let open = Set(counts.filter { state.limit.isPassed(by: $0.value) }.keys)
            defer { state.open = open }
            return open.subtracting(state.open)
        }
    }

    /// Whether pruning is stopped for `scope`.
    func isOpen(_ scope: PruningScope) -> Bool { state.withLock { $0.open.contains(scope) } }

    /// The scopes where pruning is stopped.
    package var open: [PruningScope] { state.withLock { $0.open.sorted { $0.name < $1.name } } }
}
