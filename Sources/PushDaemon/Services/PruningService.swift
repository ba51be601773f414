package import PushCore
import ServiceRuntime
package import Telemetry

/// Takes dead tokens out of usermeta before the action that showed them is settled, unless so many are rejected that the
/// configuration must be at fault.
package struct PruningService: Sendable {
    private let pruner: any TokenPruner
    private let mode: @Sendable () -> PruningMode
    private let board: BreakerBoard
    private let logger: Logger
    // Breakers that opened and whose undoing has not succeeded yet.
    private let toUndo = Locked<Set<BreakerBoard.Scope>>([])

    /// - Parameters:
    ///   - pruner: works on the database of the lane that uses this service.
    ///   - mode: who removes, asked each time.
    package init(
        pruner: any TokenPruner, mode: @escaping @Sendable () -> PruningMode, board: BreakerBoard, logger: Logger
    ) {
        self.pruner = pruner
        self.mode = mode
        self.board = board
        self.logger = logger
    }

    /// Counts the answers, prunes what is to be pruned, learns environments. May be repeated after a failure.
    package func apply(_ outcomes: [ActionOutcome]) async throws {
        var deaths: [Death] = []
        var learned: [DeviceToken: PushEnvironment] = [:]
        var answers: [BreakerBoard.Scope: BreakerBoard.Answers] = [:]
        var found: [BreakerBoard.Scope: [Recipient]] = [:]
        for outcome in outcomes {
            for result in outcome.deliveries.lazy.map(\.result) {
                guard let environment = result.environment else { continue }
                func scopes(_ environments: [PushEnvironment]) -> [BreakerBoard.Scope] {
                    environments.map {
                        BreakerBoard.Scope(app: outcome.app, kind: result.recipient.kind, environment: $0)
                    }
                }
                if result.status == .delivered {
                    for scope in scopes([environment]) { answers[scope, default: .init()].accepted += 1 }
                    for scope in scopes(result.unknownIn) { found[scope, default: []].append(result.recipient) }
                }
                if let environment = result.learnedEnvironment, case .apns(let token) = result.recipient.address {
                    learned[token] = environment
                }
                if let death = result.death {
                    let scopes = scopes(result.unknownIn.isEmpty ? [environment] : result.unknownIn)
                    for scope in scopes { answers[scope, default: .init()].rejected += 1 }
                    let verdict = PruneVerdict(
                        actionID: outcome.actionID, app: outcome.app, recipient: result.recipient, death: death,
                        environment: environment)
                    deaths.append(Death(verdict: verdict, scopes: scopes))
                }
            }
        }
        for (scope, recipients) in found {
            let moved = try await moved(recipients, from: scope.environment)
            answers[scope, default: .init()].moved += moved
            answers[scope, default: .init()].accepted += recipients.count - moved
        }
        if !answers.isEmpty { try await undoIfOpened(board.count(answers), answers) }
        if !learned.isEmpty { try await pruner.learn(learned) }
        guard !deaths.isEmpty else { return }
        let stopped = deaths.filter { $0.scopes.contains(where: board.isOpen) }
        let allowed = deaths.filter { !$0.scopes.contains(where: board.isOpen) }
        if !stopped.isEmpty { try await pruner.prune(stopped.map(\.verdict), mode: .report) }
        if !allowed.isEmpty { try await pruner.prune(allowed.map(\.verdict), mode: mode()) }
    }

    /// How many of these, which were found in the other environment, lived in this one before. The first push to a token of
    /// which nothing is known asks one environment after the other; that a fleet lives in the second is no fault.
    private func moved(_ recipients: [Recipient], from environment: PushEnvironment) async throws -> Int {
        let known = recipients.map { $0.learnedEnvironment ?? $0.environment }
        let unheard = zip(recipients, known).filter { $0.1 == nil }.map(\.0)
        let before = unheard.isEmpty ? [] : try await pruner.taken(unheard, in: environment)
        return known.count { $0 == environment } + before.count
    }

    /// A verdict, and whose word it is: of every environment that does not know the token.
    private struct Death {
        let verdict: PruneVerdict
        let scopes: [BreakerBoard.Scope]
    }

    private func undoIfOpened(
        _ opened: [BreakerBoard.Scope], _ answers: [BreakerBoard.Scope: BreakerBoard.Answers]
    ) async throws {
        for scope in opened {
            // By the answers that tipped the scale.
            let isFlip = answers[scope].map { $0.moved > $0.rejected } ?? false
            logger.error(
                "pruning_stopped",
                [
                    "scope": .text(scope.name),
                    "why": isFlip
                        ? "so many tokens live in the other environment that app, data or configuration was moved there"
                        : "so many tokens are rejected that credentials, topic or environment must be wrong",
                    "done": "what was removed in the last ten minutes is put back",
                ])
        }
        toUndo.withLock { $0.formUnion(opened) }
        for scope in toUndo.withLock({ $0 }) {
            // A token that no environment knows is noted under the one that was asked last.
            for environment in PushEnvironment.allCases {
                try await pruner.undoRemovals(
                    app: scope.app, kind: scope.kind, environment: environment, since: RejectionBreaker.window)
            }
            toUndo.withLock { _ = $0.remove(scope) }
        }
    }
}
