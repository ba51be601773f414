package import ServiceRuntime

/// A database session on a thread of its own, where it may block without holding up others.
package actor Database {
    /// The thread; an actor that runs on it too calls `perform` without a change of thread.
    package nonisolated let executor: ThreadExecutor
    private let session: DatabaseSession

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Starts the thread, named `name`; connects with the first call. With `yields` it gives way to ordinary threads.
    package init(configuration: DatabaseConfiguration, name: String, yields: Bool = false) {
        executor = ThreadExecutor(name: name, yields: yields)
        session = DatabaseSession(configuration)
    }

    /// Runs one unit of work on the session; see `DatabaseSession.run` for what is repeated and what is not.
    package func run<Result: Sendable>(_ body: @Sendable (Connection) throws -> Result) async throws -> Result {
        try session.run(body)
    }

    /// The same for a caller that is on this thread already (`assumeIsolated`).
    package func perform<Result>(_ body: (Connection) throws -> Result) throws -> Result { try session.run(body) }

    /// Closes the connection; the next call opens a new one.
    package func disconnect() { session.disconnect() }
}
