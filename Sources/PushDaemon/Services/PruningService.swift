package import PushCore
package import PushStore
import ServiceRuntime
package import Telemetry

/// Takes dead tokens out of usermeta before the action that showed them is settled, unless so many are rejected that the
/// configuration must be at fault: as all daemons count together, so that a flood that they share is one.
package struct PruningService: Sendable {
    private let pruner: any TokenPruner
    private let window: AnswerWindow
    private let mode: @Sendable () -> PruningMode
    private let board: BreakerBoard
    private let logger: Logger
    // Scopes that were stopped and whose undoing has not succeeded yet.
    private let toUndo = Locked<Set<PruningScope>>([])
    // What was counted and perhaps not written: a repetition must not count it again.
    private let counted = Locked<Set<Claim>>([])

    /// - Parameters:
    ///   - pruner, window: work on the database session of the one who uses this service.
    ///   - mode: who removes, asked each time.
    package init(
        pruner: any TokenPruner, window: AnswerWindow, mode: @escaping @Sendable () -> PruningMode,
        board: BreakerBoard, logger: Logger
    ) {
        self.pruner = pruner
        self.window = window
        self.mode = mode
        self.board = board
        self.logger = logger
    }

    /// Counts the answers, prunes what is to be pruned, learns environments. May be repeated after a failure.
    package func apply(_ outcomes: [ActionOutcome]) async throws {
        var deaths: [Death] = []
        var learned: [DeviceToken: PushEnvironment] = [:]
        var answers: [PruningScope: AnswerCount] = [:]
        var found: [PruningScope: [Recipient]] = [:]
        let fresh = Set(counted.withLock { counted in outcomes.map(Claim.init).filter { counted.insert($0).inserted } })
        for outcome in outcomes {
            let isFresh = fresh.contains(Claim(outcome))
            for result in outcome.deliveries.lazy.map(\.result) {
                guard let environment = result.environment else { continue }
                func scopes(_ environments: [PushEnvironment]) -> [PruningScope] {
                    environments.map {
                        PruningScope(app: outcome.app, kind: result.recipient.kind, environment: $0)
                    }
                }
                if result.status == .delivered, isFresh {
                    for scope in scopes([environment]) { answers[scope, default: AnswerCount()].accepted += 1 }
                    for scope in scopes(result.unknownIn) { found[scope, default: []].append(result.recipient) }
                }
                if let environment = result.learnedEnvironment, case .apns(let token) = result.recipient.address {
                    learned[token] = environment
                }
                if let death = result.death {
                    let scopes = scopes(result.unknownIn.isEmpty ? [environment] : result.unknownIn)
                    if isFresh { for scope in scopes { answers[scope, default: AnswerCount()].rejected += 1 } }
                    let verdict = PruneVerdict(
                        actionID: outcome.actionID, app: outcome.app, recipient: result.recipient, death: death,
                        environment: environment)
                    deaths.append(Death(verdict: verdict, scopes: scopes))
                }
            }
        }
        for (scope, recipients) in found {
            let moved = try await moved(recipients, from: scope.environment)
            answers[scope, default: AnswerCount()].moved += moved
            answers[scope, default: AnswerCount()].accepted += recipients.count - moved
        }
        board.count(answers)
        // What goes well is told the others by the round of maintenance.
        if answers.values.contains(where: { $0.rejected + $0.moved > 0 }) { try await consult() }
        if !learned.isEmpty { try await pruner.learn(learned) }
        guard !deaths.isEmpty else { return }
        let stopped = deaths.filter { $0.scopes.contains(where: board.isOpen) }
        let allowed = deaths.filter { !$0.scopes.contains(where: board.isOpen) }
        if !stopped.isEmpty { try await pruner.prune(stopped.map(\.verdict), mode: .report) }
        guard !allowed.isEmpty else { return }
        try await pruner.prune(allowed.map(\.verdict), mode: mode())
        // Stopped meanwhile, by what another daemon told: what was just removed was not there to be put back.
        try await undo(Set(allowed.flatMap(\.scopes).filter(board.isOpen)))
    }

    /// These outcomes are written: they will not come again.
    package func settle(_ outcomes: [ActionOutcome]) {
        counted.withLock { $0.subtract(outcomes.map(Claim.init)) }
    }

    /// Tells the other daemons what was counted, and judges anew by what all have counted.
    /// - Throws: `MariaDBError`; nothing is lost then.
    package func consult() async throws {
        let untold = board.takeUntold()
        let counts: [PruningScope: AnswerCount]
        do {
            counts = try await window.add(untold)
        } catch {
            board.count(untold)
            throw error
        }
        let stopped = board.judge(counts)
        for scope in stopped { log(scope, counts[scope] ?? AnswerCount()) }
        try await undo(stopped)
    }

    /// How many of these, which were found in the other environment, lived in this one before. The first push to a token of
    /// which nothing is known asks one environment after the other; that a fleet lives in the second is no fault.
    private func moved(_ recipients: [Recipient], from environment: PushEnvironment) async throws -> Int {
        let known = recipients.map { $0.learnedEnvironment ?? $0.environment }
        let unheard = zip(recipients, known).filter { $0.1 == nil }.map(\.0)
        let before = unheard.isEmpty ? [] : try await pruner.taken(unheard, in: environment)
        return known.count { $0 == environment } + before.count
    }

    /// An action as it was claimed once.
    private struct Claim: Hashable {
        let action: UInt64
        let sequence: UInt32

        init(_ outcome: ActionOutcome) {
            action = outcome.actionID
            sequence = outcome.lease.sequence
        }
    }

    /// A verdict, and whose word it is: of every environment that does not know the token.
    private struct Death {
        let verdict: PruneVerdict
        let scopes: [PruningScope]
    }

    private func log(_ scope: PruningScope, _ count: AnswerCount) {
        logger.error(
            "pruning_stopped",
            [
                "scope": .text(scope.name),
                "why": count.moved > count.rejected
                    ? "so many tokens live in the other environment that app, data or configuration was moved there"
                    : "so many tokens are rejected that credentials, topic or environment must be wrong",
                "done": "what was removed in the last ten minutes is put back",
            ])
    }

    private func undo(_ scopes: Set<PruningScope>) async throws {
        toUndo.withLock { $0.formUnion(scopes) }
        for scope in toUndo.withLock({ $0 }) {
            // A token that no environment knows is noted under the one that was asked last.
            for environment in PushEnvironment.allCases {
                try await pruner.undoRemovals(
                    app: scope.app, kind: scope.kind, environment: environment, since: RejectionLimit.window)
            }
            toUndo.withLock { _ = $0.remove(scope) }
        }
    }
}
