import PushCore
import ServiceRuntime
import Telemetry

/// `/healthz`, `/readyz` and `/metrics`, answered from memory: a monitor never waits for the database.
final class MonitoringService: Sendable {
    /// What the daemon last found out.
    struct Report: Sendable {
        /// Why the daemon is not ready; empty when it is.
        var problems = ["the first round of checks is not through"]
        var credentials: [StoredCredential] = []
        /// Milliseconds of the host's clock at which it was found out.
        var at = MonotonicTime.now
    }

    private let address: ListenAddress
    private let statistics: [Lane: LaneStatistics]
    private let board: BreakerBoard
    private let registry: SenderRegistry
    private let shutdown: ShutdownSignal
    private let logger: Logger
    private let report = Locked(Report())

    // A report that is not renewed says nothing any more: the database does not answer.
    private static let longestSilence: Int64 = 15_000

    init(
        address: ListenAddress, statistics: [Lane: LaneStatistics], board: BreakerBoard, registry: SenderRegistry,
        shutdown: ShutdownSignal, logger: Logger
    ) {
        self.address = address
        self.statistics = statistics
        self.board = board
        self.registry = registry
        self.shutdown = shutdown
        self.logger = logger
    }

    /// Notes what keeps the daemon from sending (nothing: it is ready), and what credentials are stored.
    func note(problems: [String], credentials: [StoredCredential]) {
        report.withLock { $0 = Report(problems: problems, credentials: credentials, at: .now) }
    }

    /// Serves until the daemon ends; an address that is taken is tried again every second.
    func run() async {
        var failures = FailureLog(event: "http_listen", isHarmless: true)
        while shutdown.stage == .running, !Task.isCancelled {
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
        addCredentials(to: &page)
        page.add("ready", "Whether the daemon is ready (see /readyz).", .gauge, [([:], problems.isEmpty ? 1 : 0)])
        page.add(
            "build_info", "The version that runs.", .gauge, [(["version": CommandLineTool.version], 1)])
        return page.text
    }

    // Labels are the stored credentials and a fixed set of words: topics and reasons, of which there may be any number,
    // are for the log and `status`.
    private func addCredentials(to page: inout MetricsPage) {
        let held = HeldBack.all(registry.standings, board)
        let credentials = report.withLock { $0.credentials }
            .sorted { ($0.app, $0.channel.rawValue) < ($1.app, $1.channel.rawValue) }
        page.add(
            "held_back", "What is held back of a credential's pushes until Apple takes it again: by scope, how many.",
            .gauge,
            credentials.flatMap { credential in
                HeldBack.Scope.allCases.filter { $0 != .pruning }.map { scope in
                    let count = held.filter {
                        $0.scope == scope && $0.app == credential.app && $0.channel == credential.channel
                    }.reduce(0) { $0 + $1.count }
                    return (Self.labels(credential, ["scope": scope.rawValue]), Double(count))
                }
            })
        page.add(
            "credential_usable", "Whether the stored credential could be opened and Apple takes it.", .gauge,
            credentials.map { (Self.labels($0), $0.error == nil ? 1 : 0) })
        page.add(
            "credential_expiry_timestamp_seconds", "When the certificate ends; a provider token's key does not.",
            .gauge,
            credentials.compactMap { credential in
                credential.notAfter.map { (Self.labels(credential), Double($0)) }
            })
    }

    private static func labels(_ credential: StoredCredential, _ more: [String: String] = [:]) -> [String: String] {
        more.merging(["app": credential.app, "channel": credential.channel.rawValue]) { mine, _ in mine }
    }
}
