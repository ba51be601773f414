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
        var verdicts: [PruneVerdict] = []
        var learned: [DeviceToken: PushEnvironment] = [:]
        var answers: [BreakerBoard.Scope: BreakerBoard.Answers] = [:]
        for outcome in outcomes {
            for result in outcome.deliveries.lazy.map(\.result) {
                guard let environment = result.environment else { continue }
                if result.status == .delivered || result.death != nil {
                    let scope = BreakerBoard.Scope(
                        app: outcome.app, kind: result.recipient.kind, environment: environment)
                    if result.death == nil {
                        answers[scope, default: .init()].accepted += 1
                    } else {
                        answers[scope, default: .init()].rejected += 1
                    }
                }
                if let environment = result.learnedEnvironment, case .apns(let token) = result.recipient.address {
                    learned[token] = environment
                }
                if let death = result.death {
                    verdicts.append(
                        PruneVerdict(
                            actionID: outcome.actionID, app: outcome.app, recipient: result.recipient, death: death,
                            environment: environment))
                }
            }
        }
        if !answers.isEmpty { try await undoIfOpened(board.count(answers)) }
        if !learned.isEmpty { try await pruner.learn(learned) }
        guard !verdicts.isEmpty else { return }
        let (stopped, allowed) = verdicts.reduce(into: ([PruneVerdict](), [PruneVerdict]())) { sorted, verdict in
            if isStopped(verdict) { sorted.0.append(verdict) } else { sorted.1.append(verdict) }
        }
        if !stopped.isEmpty { try await pruner.prune(stopped, mode: .report) }
        if !allowed.isEmpty { try await pruner.prune(allowed, mode: mode()) }
    }

    private func undoIfOpened(_ opened: [BreakerBoard.Scope]) async throws {
        for scope in opened {
            logger.error(
                "pruning_stopped",
                [
                    "scope": .text(scope.name),
                    "why": "so many tokens are rejected that credentials, topic or environment must be wrong",
                    "done": "what was removed in the last ten minutes is put back",
                ])
        }
        toUndo.withLock { $0.formUnion(opened) }
        for scope in toUndo.withLock({ $0 }) {
            try await pruner.undoRemovals(
                app: scope.app, kind: scope.kind, environment: scope.environment, since: RejectionBreaker.window)
            toUndo.withLock { _ = $0.remove(scope) }
        }
    }

    private func isStopped(_ verdict: PruneVerdict) -> Bool {
        guard let environment = verdict.environment else { return false }
        return board.isOpen(
            BreakerBoard.Scope(app: verdict.app, kind: verdict.recipient.kind, environment: environment))
    }
}
