import Telemetry

/// `push-bridge run`: the daemon.
enum RunCommand: Command {
    static let manual = Manual(
        "run", "the daemon: sends what the site enqueues",
        description: """
            Takes actions from the queue and sends them until it is told to stop. When it serves, it prints \
            "ready" on standard error and tells systemd. Its log goes to standard error, one line per event.

            Any number of daemons may run on one database; none sends what another one holds.

            Signals: TERM or INT begins nothing new, waits for the answers to what is under way (calls 5 seconds, \
            everything else 20), gives back what was not sent, and stops; a second one, or QUIT, stops at once.

            HUP reads the configuration again. Lanes, retries, pruning, retention, tokens and log change at once, \
            the way to Apple within two seconds, pushes under way finishing on the old connections. [database], \
            [secrets], [state], [wake] and [http] need a restart; when they differ, the log names them \
            (needs_a_restart). A file with a mistake is refused as a whole, with every problem in the log, and the \
            old configuration stays in force. A credential that is stored or changed needs no signal.
            """,
        exitCodes: [.configuration, .database, .credentials],
        examples: [
            Manual.Example("push-bridge run --config /etc/push-bridge/push-bridge.ini", "As the systemd unit does.")
        ],
        seeAlso: ["status", "doctor", "config"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let configuration = try context.configuration()
        let logger = Logger(format: configuration.logFormat, level: configuration.logLevel)
        return try await Daemon.run(
            configuration: configuration, keys: try KeyRing(logger: logger) { try KeyPair.all(configuration, context) },
            environment: context.environment, logger: logger
        ) { () throws(ConfigurationError) in
            try ConfigurationLoader.load(path: context.configPath, environment: context.environment)
        }
    }
}
