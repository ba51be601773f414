package import PushCore
import ServiceRuntime

/// The pruning breakers of all apps, kinds and environments, shared by the lanes.
package final class BreakerBoard: Sendable {
    /// What one breaker watches.
    package struct Scope: Sendable, Hashable {
        package let app: String
        package let kind: TokenKind
        package let environment: PushEnvironment

        /// `app/kind/environment`, for people.
        package var name: String { "\(app)/\(kind.rawValue)/\(environment.rawValue)" }
    }

    /// The answers of one scope: tokens that Apple took (here, or in the other environment, where they may always have
    /// lived), tokens that it called dead, and those that lived here and are now only known in the other environment.
    struct Answers {
        var accepted = 0
        var rejected = 0
        var moved = 0
    }

    private struct State {
        // What a scope begins with.
        var fresh: RejectionBreaker
        var breakers: [Scope: RejectionBreaker] = [:]
    }

    private let state: Locked<State>

    /// - Parameters:
    ///   - share: `breaker_share`, 0…1.
    ///   - minimum: `breaker_minimum`.
    package init(share: Double, minimum: Int) {
        state = Locked(State(fresh: RejectionBreaker(share: share, minimum: minimum)))
    }

    /// Judges by another share and minimum from the next answer on.
    func configure(share: Double, minimum: Int) {
        state.withLock { state in
            state.fresh = RejectionBreaker(share: share, minimum: minimum)
            for scope in state.breakers.keys {
                state.breakers[scope]?.share = share
                state.breakers[scope]?.minimum = minimum
            }
        }
    }

    /// Counts answers; returns the scopes whose breaker this opened.
    func count(_ answers: [Scope: Answers]) -> [Scope] {
        let now = MonotonicTime.now.nanoseconds / 1_000_000
        return state.withLock { state in
            answers.filter { scope, answers in
                state.breakers[scope, default: state.fresh].count(
                    accepted: answers.accepted, rejected: answers.rejected + answers.moved, at: now)
            }.map(\.key)
        }
    }

    /// Whether pruning is stopped for `scope`.
    func isOpen(_ scope: Scope) -> Bool { state.withLock { $0.breakers[scope]?.isOpen ?? false } }

    /// The scopes where pruning is stopped.
    package var open: [Scope] {
        state.withLock { $0.breakers.filter(\.value.isOpen).keys.sorted { $0.name < $1.name } }
    }
}
