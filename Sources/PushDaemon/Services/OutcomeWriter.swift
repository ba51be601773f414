package import PushCore
package import ServiceRuntime

/// Writes a lane's outcomes to the database, on a session and thread of its own: meanwhile the lane goes on.
package actor OutcomeWriter {
    private let queue: any PushQueue
    private let pruning: PruningService
    private nonisolated let executor: ThreadExecutor

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// - Parameter executor: that of the database of `queue` and `pruning`.
    package init(queue: any PushQueue, pruning: PruningService, executor: ThreadExecutor) {
        self.queue = queue
        self.pruning = pruning
        self.executor = executor
    }

    /// Prunes what the outcomes show to be dead, then writes them. May be repeated after a failure.
    /// - Returns: the ids of actions that another daemon had taken over.
    package func write(_ outcomes: [ActionOutcome]) async throws -> Set<UInt64> {
        try await pruning.apply(outcomes)
        let fenced = try await queue.record(outcomes)
        pruning.settle(outcomes)
        return fenced
    }
}
