import ApplePush
import JSONText
import PushCore
import PushStore
import ServiceRuntime
import Telemetry

/// What is done on the side, every two seconds: credentials in step with their table, this daemon's row in the workers
/// table, the plugin's word on its cache, what all daemons count of Apple's answers, the ends of cancelled actions.
actor MaintenanceService {
    private let worker: Worker
    private let workers: WorkerRegistry
    private let cancelled: CancelledActions
    private let credentials: CredentialService
    private let registry: SenderRegistry
    private let settings: Settings
    private let pruning: PruningService
    private let pruningMode: PruningModeWatch
    private let pause: PauseWatch
    private let statistics: [Lane: LaneStatistics]
    private let board: BreakerBoard
    private let monitoring: MonitoringService?
    private let shutdown: ShutdownSignal
    private let logger: Logger
    private let publicKey: PublicKeyWatch

    private static let interval: Int64 = 2000

    init(
        worker: Worker, workers: WorkerRegistry, cancelled: CancelledActions, credentials: CredentialService,
        registry: SenderRegistry, settings: Settings, pruning: PruningService,
        publicKey: sending PublicKeyWatch, pruningMode: PruningModeWatch, pause: PauseWatch,
        statistics: [Lane: LaneStatistics],
        board: BreakerBoard, monitoring: MonitoringService?,
        shutdown: ShutdownSignal, logger: Logger
    ) {
        self.worker = worker
        self.workers = workers
        self.cancelled = cancelled
        self.credentials = credentials
        self.registry = registry
        self.settings = settings
        self.pruning = pruning
        self.publicKey = publicKey
        self.pruningMode = pruningMode
        self.pause = pause
        self.statistics = statistics
        self.board = board
        self.monitoring = monitoring
        self.shutdown = shutdown
        self.logger = logger
    }

    /// One round. The first must succeed before the daemon is ready.
    func round() async throws {
        pause.note(try await settings.value(QueuePause.setting))
        try await credentials.refresh(takesNew: publicKey.allowsNewCredentials())
        pruningMode.note(try await settings.value("object_cache"))
        try await pruning.consult()
        try await cancelled.settle()
        try await workers.heartbeat(worker, state: "\(shutdown.stage)", stats: stats)
        monitoring?.note(problems: await credentials.problems, credentials: await credentials.stored)
    }

    /// Rounds until the daemon ends.
    func run() async {
        var failures = FailureLog(event: "side_database")
        while shutdown.stage < .cancelled {
            try? await Task.sleep(for: .milliseconds(Self.interval))
            if Task.isCancelled { return }
            do {
                try await round()
                failures.worked(logger)
            } catch {
                failures.failed(error, logger)
            }
        }
    }

    /// Tells the other daemons what was counted last, and takes this daemon's row out of the workers table.
    func leave() async {
        try? await pruning.consult()
        try? await workers.remove(worker)
    }

    private var stats: JSONValue {
        var lanes = JSONObject()
        for lane in Lane.allCases {
            guard let figures = statistics[lane]?.current else { continue }
            lanes[lane.rawValue] = [
                "claimed": JSONValue(figures.claimed), "recorded": JSONValue(figures.recorded),
                "delivered": JSONValue(figures.delivered), "failed": JSONValue(figures.failed),
                "retried": JSONValue(figures.retried), "fenced": JSONValue(figures.fenced),
                "held": JSONValue(figures.held),
            ]
        }
        let standings = registry.standings
        let stops = standings.flatMap { key, standing in
            standing.stops.map { CredentialAlarm(app: key.app, channel: key.channel, stop: $0).name }
        }
        let skew = standings.values.compactMap(\.clockLead).max { abs($0) < abs($1) }
        return [
            "lanes": .object(lanes),
            "held_back": .array(HeldBack.all(standings, board).map { .object($0.json) }),
            "breakers": .array((board.open.map(\.name) + stops.sorted()).map { .string($0) }),
            "paused_devices": JSONValue(standings.values.reduce(0) { $0 + $1.pausedDevices }),
            "clock_behind_seconds": JSONValue(skew),
        ]
    }
}
