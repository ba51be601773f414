import PushCore
import ServiceRuntime
import Telemetry

/// `/healthz`, `/readyz` and `/metrics`, answered from memory: a monitor never waits for the database.
final class MonitoringService: Sendable {
    /// What the daemon last found out.
    struct Report: Sendable {
        /// Why the daemon is not ready; empty when it is.
        var problems = ["the first round of checks is not through"]
        /// Milliseconds of the host's clock at which it was found out.
        var at = MonotonicTime.now
    }

    private let address: ListenAddress
    private let statistics: [Lane: LaneStatistics]
    private let board: BreakerBoard
    private let shutdown: ShutdownSignal
    private let logger: Logger
    private let report = Locked(Report())

    // A report that is not renewed says nothing any more: the database does not answer.
    private static let longestSilence: Int64 = 15_000

    init(
        address: ListenAddress, statistics: [Lane: LaneStatistics], board: BreakerBoard, shutdown: ShutdownSignal,
        logger: Logger
    ) {
        self.address = address
        self.statistics = statistics
        self.board = board
        self.shutdown = shutdown
        self.logger = logger
    }

    /// Notes what keeps the daemon from sending (nothing: it is ready).
    func note(problems: [String]) { report.withLock { $0 = Report(problems: problems, at: .now) } }

    /// Serves until the daemon ends; an address that is taken is tried again every second.
    func run() async {
        var failures = FailureLog(event: "http_listen")
        while shutdown.stage == .running {
            do throws(SystemError) {
                let server = try StatusServer(host: address.host, port: UInt16(clamping: address.port)) { [self] in
                    answer($0)
                }
                failures.worked(logger)
                while shutdown.stage < .cancelled, (try? await Task.sleep(for: .milliseconds(200))) != nil {}
                withExtendedLifetime(server) {}
                return
            } catch {
                failures.failed(error, logger)
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private func answer(_ path: String) -> StatusServer.Answer? {
        switch path {
        case "/healthz": StatusServer.Answer(status: 200, body: "ok\n")
        case "/readyz":
            problems.isEmpty
                ? StatusServer.Answer(status: 200, body: "ready\n")
                : StatusServer.Answer(status: 503, body: problems.map { $0 + "\n" }.joined())
        case "/metrics":
            StatusServer.Answer(status: 200, contentType: "text/plain; version=0.0.4; charset=utf-8", body: metrics)
        default: nil
        }
    }

    private var problems: [String] {
        let report = report.withLock { $0 }
        if shutdown.stage != .running { return ["stopping"] }
        let silence = MonotonicTime.now.milliseconds(since: report.at)
        return silence > Self.longestSilence
            ? report.problems + ["the database has not answered for \(silence / 1000) seconds"] : report.problems
    }

    private var metrics: String {
        var page = MetricsPage()
        let lanes = Lane.allCases.compactMap { lane in statistics[lane].map { (lane.rawValue, $0.current) } }
        let counters: [(String, String, KeyPath<LaneStatistics.Figures, Int>)] = [
            ("actions_claimed_total", "Actions taken from the queue.", \.claimed),
            ("actions_recorded_total", "Outcomes of actions written to the database.", \.recorded),
            ("actions_fenced_total", "Outcomes dropped because another daemon had taken over.", \.fenced),
            ("actions_retried_total", "Outcomes that wait for another try.", \.retried),
            ("deliveries_delivered_total", "Deliveries that Apple accepted.", \.delivered),
            ("deliveries_failed_total", "Deliveries that ended otherwise.", \.failed),
        ]
        for (name, help, path) in counters {
            page.add(name, help, .counter, lanes.map { (["lane": $0.0], Double($0.1[keyPath: path])) })
        }
        page.add("actions_held", "Actions held just now.", .gauge, lanes.map { (["lane": $0.0], Double($0.1.held)) })
        page.add(
            "pruning_stopped", "Whether so many tokens are rejected that pruning is stopped.", .gauge,
            board.open.map { (["scope": $0.name], 1) })
        page.add("ready", "Whether the daemon is ready (see /readyz).", .gauge, [([:], problems.isEmpty ? 1 : 0)])
        page.add(
            "build_info", "The version that runs.", .gauge, [(["version": CommandLineTool.version], 1)])
        return page.text
    }
}
