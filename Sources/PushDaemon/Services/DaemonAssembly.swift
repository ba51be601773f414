import Cryptography
import Glibc
import HTTP2Client
import MariaDB
import PushCore
import PushStore
import ServiceRuntime
import Telemetry
import WordPress

/// Everything a daemon consists of, put together from its configuration.
struct DaemonAssembly: Sendable {
    let worker: Worker
    let maintenance: MaintenanceService
    let lanes: [LaneService]
    let intake: IntakeService
    let wake: WakeService?
    let statistics: [Lane: LaneStatistics]
    let retention: RetentionService
    let journals: JournalService
    private let registry: SenderRegistry
    private let loops: [ConnectionLoop]
    private let wakes: [Lane: WakeFlag]

    /// `keys`: the current one first. The database must have let the daemon in (`DatabaseGate`).
    /// - Throws: `CommandFailure` or `MariaDBError`: what is wrong and what to do.
    init(
        _ live: LiveConfiguration, databases: DaemonDatabases, keys: KeyRing, vitals: DaemonVitals,
        shutdown: ShutdownSignal, logger: Logger
    ) async throws {
        let configuration = live.initial
        let tables = configuration.database.tables
        let settings = Settings(database: databases.side, tables: tables)
        let board = vitals.board
        registry = vitals.registry
        statistics = vitals.statistics

        wakes = Dictionary(uniqueKeysWithValues: Lane.allCases.map { ($0, WakeFlag()) })
        let allWakes = Array(wakes.values)
        shutdown.onChange { for flag in allWakes { flag.raise() } }

        let voipLoop = ConnectionLoop(name: "apns-voip")
        let standardLoop = ConnectionLoop(name: "apns-standard", yields: true)
        loops = [voipLoop, standardLoop]
        let factory = SenderFactory(
            standardLoop: standardLoop, voipLoop: voipLoop,
            installationID: try await settings.value("installation_id") ?? "",
            settings: { live.current.app($0).apns })
        let store = MySQLCredentialStore(database: databases.side, tables: tables)
        let publicKey = PublicKeyWatch(settings: settings, keys: keys, logger: logger)
        try await publicKey.admit(try await store.all())
        let credentials = CredentialService(
            store: store, keys: keys, registry: registry, factory: factory, logger: logger)

        let journals = try Self.journals(in: configuration.stateDirectory)
        let mode = PruningModeWatch(configured: configuration.pruning.mode)
        let pause = PauseWatch(logger: logger)
        let dispatcher = PushDispatcher(senders: registry)
        worker = Worker(
            id: UInt64.random(in: 1...UInt64(Int64.max)), host: HostName.current, pid: Int(getpid()),
            version: CommandLineTool.version, wakeAddress: configuration.wakeListen?.description)
        let laneSettings = Dictionary(
            uniqueKeysWithValues: Lane.allCases.map { ($0, LaneSettings(configuration.laneSettings($0))) })
        live.observe { configuration in
            for (lane, settings) in laneSettings { settings.replace(with: configuration.laneSettings(lane)) }
            board.configure(configuration.pruning.limit)
            mode.configure(configuration.pruning.mode)
            // Whoever rests for the old interval looks anew.
            for flag in allWakes { flag.raise() }
        }
        let pruning: @Sendable (Database) -> PruningService = { [worker] database in
            PruningService(
                pruner: MySQLTokenPruner(
                    database: database, tables: tables, settings: { live.tokens }, observer: { $0.log(to: logger) }),
                window: AnswerWindow(database: database, tables: tables, worker: worker.id), mode: { mode.mode },
                board: board, logger: logger)
        }
        lanes = try Lane.allCases.map { [wakes, statistics, worker] lane in
            let database = databases.lane(lane)
            let results = databases.results(of: lane)
            let wake = wakes[lane] ?? WakeFlag()
            let laneStatistics = statistics[lane] ?? LaneStatistics()
            let writer = OutcomeWriter(
                queue: MySQLPushQueue(database: results, tables: tables, worker: worker.id),
                pruning: pruning(results), executor: results.executor)
            return LaneService(
                lane: lane, settings: laneSettings[lane] ?? LaneSettings(configuration.laneSettings(lane)),
                queue: MySQLPushQueue(database: database, tables: tables, worker: worker.id),
                tokens: MySQLPushTokenRepository(database: database, tables: tables, settings: { live.tokens }),
                outbox: ResultOutbox(
                    lane: lane, writer: writer, journal: try journals.journal(of: lane), statistics: laneStatistics,
                    wake: wake, logger: logger),
                dispatcher: dispatcher, shutdown: shutdown, statistics: laneStatistics, pause: pause, wake: wake,
                executor: database.executor, logger: logger)
        }

        self.journals = JournalService(
            own: journals, state: configuration.stateDirectory,
            replay: JournalReplay(
                database: databases.side, tables: tables,
                tokens: MySQLPushTokenRepository(
                    database: databases.side, tables: tables, settings: { live.tokens })),
            pruning: pruning(databases.side), logger: logger)
        retention = RetentionService(
            retention: Retention(database: databases.side, tables: tables),
            answers: AnswerWindow(database: databases.side, tables: tables, worker: worker.id),
            periods: { live.current.retention.periods }, logger: logger)
        wake = configuration.wakeListen.flatMap { DatagramAddress($0.description) }.map {
            WakeService(address: $0, lanes: allWakes, shutdown: shutdown, logger: logger)
        }
        intake = IntakeService(
            intake: UsermetaIntake(database: databases.intake, tables: tables),
            pollInterval: { live.current.voipPollInterval }, lanes: allWakes, executor: databases.intake.executor,
            shutdown: shutdown, logger: logger)
        maintenance = MaintenanceService(
            worker: worker, workers: WorkerRegistry(database: databases.side, tables: tables),
            cancelled: CancelledActions(database: databases.side, tables: tables), credentials: credentials,
            registry: registry, settings: settings, pruning: pruning(databases.side),
            publicKey: publicKey, pruningMode: mode,
            pause: pause, statistics: statistics, board: board, monitoring: vitals.monitoring, shutdown: shutdown,
            logger: logger)
    }

    private static func journals(in directory: String) throws -> JournalDirectory {
        do throws(SystemError) {
            if FileSystem.status(directory) == nil { try StateDirectory.prepare(directory) }
            return try JournalDirectory.make(in: directory)
        } catch {
            throw CommandFailure(
                .configuration,
                "\(error): [state] directory = \(directory) must be a directory of the daemon's user (push-bridge init "
                    + "makes it)")
        }
    }

    /// Ends what the lanes have left: senders, connections, this daemon's row.
    func stop() async {
        registry.closeAll()
        for loop in loops { loop.stop() }
        await maintenance.leave()
        journals.leave()
    }
}
