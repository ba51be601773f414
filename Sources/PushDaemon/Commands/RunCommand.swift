import Telemetry

/// `push-bridge run`: the daemon.
enum RunCommand: Command {
    static let manual = Manual(
        "run", "the daemon: sends what the site enqueues",
        description: """
            Takes actions from the queue and sends them until it is told to stop. When it serves, it prints \
            "ready" on standard error and tells systemd. Its log goes to standard error, one line per event.

            Any number of daemons may run on one database; none sends what another one holds.

            Signals: TERM or INT finishes what is under way and stops; a second one, or QUIT, stops at once; \
            HUP reads the configuration again.
            """,
        exitCodes: [.configuration, .database, .credentials],
        examples: [
            Manual.Example("push-bridge run --config /etc/push-bridge/push-bridge.ini", "As the systemd unit does.")
        ])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let configuration = try context.configuration()
        let logger = Logger(format: configuration.logFormat, level: configuration.logLevel)
        return try await Daemon.run(
            configuration: configuration, keys: try KeyRing(logger: logger) { try KeyPair.all(configuration, context) },
            environment: context.environment, logger: logger
        ) { try context.configuration() }
    }
}
