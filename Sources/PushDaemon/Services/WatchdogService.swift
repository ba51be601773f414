import PushCore
import ServiceRuntime
import Telemetry

/// Tells systemd that the daemon is alive, as long as both lanes turn: a lane that hangs gets the daemon restarted. A
/// database that is away is no reason: its lanes keep turning.
final class WatchdogService: Sendable {
    private let notifier: SystemdNotifier
    private let interval: Int64
    private let statistics: [Lane: LaneStatistics]
    private let shutdown: ShutdownSignal
    private let logger: Logger

    /// - Parameter microseconds: the value of `$WATCHDOG_USEC`; nil makes this do nothing.
    init?(
        microseconds: Int64?, notifier: SystemdNotifier, statistics: [Lane: LaneStatistics], shutdown: ShutdownSignal,
        logger: Logger
    ) {
        guard let microseconds, microseconds > 0 else { return nil }
        interval = microseconds / 1000
        self.notifier = notifier
        self.statistics = statistics
        self.shutdown = shutdown
        self.logger = logger
    }

    /// Starts the thread; it ends with the daemon.
    func start() {
        // A daemon may have waited long for its database before its lanes began to turn.
        let began = MonotonicTime.now
        _ = Thread(name: "watchdog") { [self] in
            while shutdown.stage == .running {
                let now = MonotonicTime.now
                let stuck = statistics.filter {
                    now.milliseconds(since: max(began, $0.value.current.lastTurn)) > interval * 2
                }
                if stuck.isEmpty {
                    notifier.send("WATCHDOG=1")
                } else {
                    logger.error("lane_stuck", ["lanes": .text(stuck.keys.map(\.rawValue).joined(separator: ","))])
                }
                Thread.sleep(milliseconds: max(interval / 3, 100))
            }
        }
    }
}
