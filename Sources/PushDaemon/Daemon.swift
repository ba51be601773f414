package import Telemetry

/// The daemon: the one place where everything is wired together.
package enum Daemon {
    /// Serves until it is told to stop. `reload` reads the configuration again (HUP).
    package static func run(
        configuration: Configuration, logger: Logger, reload: @escaping @Sendable () throws -> Configuration
    ) async throws -> ExitCode {
        throw CommandFailure(.failed, "this build has no daemon yet")
    }
}
