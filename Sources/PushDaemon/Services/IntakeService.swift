import PushCore
import PushStore
import ServiceRuntime
import Telemetry

/// Turns usermeta rows of a site that cannot write the queue into actions, as often as the calls' lane looks.
actor IntakeService {
    private let intake: UsermetaIntake
    private let pollInterval: @Sendable () -> Int64
    private let lanes: [WakeFlag]
    private let shutdown: ShutdownSignal
    private let logger: Logger
    private nonisolated let executor: ThreadExecutor

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// - Parameter pollInterval: milliseconds between two looks, asked each time.
    init(
        intake: UsermetaIntake, pollInterval: @escaping @Sendable () -> Int64, lanes: [WakeFlag],
        executor: ThreadExecutor,
        shutdown: ShutdownSignal, logger: Logger
    ) {
        self.intake = intake
        self.pollInterval = pollInterval
        self.lanes = lanes
        self.executor = executor
        self.shutdown = shutdown
        self.logger = logger
    }

    /// Works until the daemon ends.
    func run() async {
        var failures = FailureLog(event: "intake_database")
        while shutdown.stage == .running {
            do {
                let taken = try await intake.takeDue()
                failures.worked(logger)
                if taken.enqueued > 0 { for lane in lanes { lane.raise() } }
                if taken.count == 0 { Thread.sleep(milliseconds: pollInterval()) }
            } catch {
                failures.failed(error, logger)
                Thread.sleep(milliseconds: failures.pause)
            }
        }
    }
}
