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

    private let share: Double
    private let minimum: Int
    private let breakers = Locked<[Scope: RejectionBreaker]>([:])

    /// - Parameters:
    ///   - share: `breaker_share`, 0…1.
    ///   - minimum: `breaker_minimum`.
    package init(share: Double, minimum: Int) {
        self.share = share
        self.minimum = minimum
    }

    /// Counts answers; returns the scopes whose breaker this opened.
    func count(_ answers: [Scope: Answers]) -> [Scope] {
        let now = MonotonicTime.now.nanoseconds / 1_000_000
        let fresh = RejectionBreaker(share: share, minimum: minimum)
        return breakers.withLock { breakers in
            answers.filter { scope, answers in
                breakers[scope, default: fresh].count(
                    accepted: answers.accepted, rejected: answers.rejected + answers.moved, at: now)
            }.map(\.key)
        }
    }

    /// Whether pruning is stopped for `scope`.
    func isOpen(_ scope: Scope) -> Bool { breakers.withLock { $0[scope]?.isOpen ?? false } }

    /// The scopes where pruning is stopped.
    package var open: [Scope] {
        breakers.withLock { $0.filter(\.value.isOpen).keys.sorted { $0.name < $1.name } }
    }
}
