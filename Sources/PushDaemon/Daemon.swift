import Glibc
import PushStore
import ServiceRuntime
import Telemetry

/// The daemon, from start to end.
enum Daemon {
    /// Serves until it is told to stop. `load` reads the configuration again (HUP).
    /// - Throws: what keeps it from serving: `KeyFileError`, `MariaDBError`, `SchemaError`.
    static func run(
        configuration: Configuration, keys: KeyRing, environment: [String: String], logger: Logger,
        load: @escaping @Sendable () throws(ConfigurationError) -> Configuration
    ) async throws -> ExitCode {
        CoreDumps.disable()
        let shutdown = ShutdownSignal()
        let notifier = SystemdNotifier(address: environment["NOTIFY_SOCKET"])
        let live = LiveConfiguration(configuration)
        let reload = ConfigurationReload(live: live, logger: logger, load: load)
        let vitals = DaemonVitals(configuration, notifier: notifier, shutdown: shutdown, logger: logger)
        watchSignals(shutdown, logger: logger, vitals: vitals, reload: reload)
        let monitoring = Task { await vitals.monitoring?.run() }
        defer { monitoring.cancel() }
        let databases = DaemonDatabases(configuration.database)
        let gate = DatabaseGate(
            database: databases.side, tables: configuration.database.tables, vitals: vitals, shutdown: shutdown,
            logger: logger)
        guard try await gate.pass() else {
            logger.info("stopped")
            return .ok
        }
        let assembly = try await DaemonAssembly(
            live, databases: databases, keys: keys, vitals: vitals, shutdown: shutdown, logger: logger)
        try await assembly.journals.replayAbandoned()
        try await assembly.maintenance.round()
        guard shutdown.stage == .running else {
            await assembly.stop()
            return .ok
        }

        let wake = assembly.wake?.start()
        WatchdogService(
            microseconds: environment["WATCHDOG_USEC"].flatMap { Int64($0) }, notifier: notifier,
            statistics: assembly.statistics, shutdown: shutdown, logger: logger)?.start()
        await withTaskGroup(of: Void.self) { lanes in
            let side = Task {
                async let retention: Void = assembly.retention.run()
                async let journals: Void = assembly.journals.run()
                await assembly.maintenance.run()
                _ = await (retention, journals)
            }
            for lane in assembly.lanes { lanes.addTask { await lane.run() } }
            lanes.addTask { await assembly.intake.run() }
            vitals.serves()
            logger.info("serving", ["version": .text(CommandLineTool.version), "worker": .text(assembly.worker.name)])
            StandardStream.error.write(Array("ready\n".utf8))
            await lanes.waitForAll()
            notifier.send("STOPPING=1")
            side.cancel()
            await side.value
        }
        await assembly.stop()
        wake?.join()
        logger.info("stopped")
        return .ok
    }

    private static func watchSignals(
        _ shutdown: ShutdownSignal, logger: Logger, vitals: DaemonVitals, reload: ConfigurationReload
    ) {
        UnixSignals.handle([SIGTERM, SIGINT, SIGQUIT, SIGHUP]) { signal in
            switch signal {
            case SIGHUP:
                vitals.tell(of: reload.run)
            case SIGQUIT:
                shutdown.advance(to: .cancelled)
            default:
                logger.info("stopping", ["signal": signal == SIGTERM ? "TERM" : "INT"])
                shutdown.advance(to: shutdown.stage == .running ? .draining : .cancelled)
            }
        }
    }
}
