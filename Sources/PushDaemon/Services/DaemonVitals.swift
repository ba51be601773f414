import PushCore
import ServiceRuntime
import Telemetry

/// What a daemon has of itself before its database answers, and the pages that show it: a monitor sees a daemon that waits.
struct DaemonVitals: Sendable {
    let registry = SenderRegistry()
    let board: BreakerBoard
    let statistics = Dictionary(uniqueKeysWithValues: Lane.allCases.map { ($0, LaneStatistics()) })
    /// Nil when `[http] listen` is empty.
    let monitoring: MonitoringService?
    private let notifier: SystemdNotifier
    private let hasServed = Locked(false)

    init(_ configuration: Configuration, notifier: SystemdNotifier, shutdown: ShutdownSignal, logger: Logger) {
        let board = BreakerBoard(configuration.pruning.limit)
        self.board = board
        self.notifier = notifier
        monitoring = configuration.httpListen.map { [statistics, registry] in
            MonitoringService(
                address: $0, statistics: statistics, board: board, registry: registry, shutdown: shutdown,
                logger: logger)
        }
    }

    /// Tells `/readyz` and systemd what the daemon waits for.
    func isWaiting(for problem: String) {
        monitoring?.note(problems: [problem], credentials: [])
        notifier.send("STATUS=\(problem.replacing("\n", with: " "))")
    }

    /// Tells systemd that the daemon serves.
    func serves() {
        hasServed.withLock { $0 = true }
        notifier.send("READY=1", "STATUS=serving")
    }

    /// Tells systemd of `reload`: a daemon that serves is ready again after it, one that still waits is not.
    func tell(of reload: () -> Void) {
        guard hasServed.withLock({ $0 }) else { return reload() }
        notifier.send("RELOADING=1")
        reload()
        notifier.send("READY=1")
    }
}
