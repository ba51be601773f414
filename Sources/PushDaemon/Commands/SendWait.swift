import PushCore
import PushStore
import ServiceRuntime

/// What `send --wait` does once the action is in the queue: watches it, then shows what became of it.
struct SendWait {
    let id: UInt64
    let queue: QueueAdministration
    /// How long, at most.
    let seconds: Int
    let context: CommandContext

    private static let mostShown = 20
    private static let pollMilliseconds = 100
    private static let audiencePollMilliseconds = 250

    /// For one user: shows every delivery.
    func run() async throws -> ExitCode {
        let end = MonotonicTime.now.advanced(milliseconds: Int64(seconds) * 1000)
        while true {
            guard let report = try await ActionReport(id, from: queue, limit: ActionReport.standardLimit) else {
                throw gone
            }
            guard report.isFinal || MonotonicTime.now >= end else {
                try await Self.pause(Self.pollMilliseconds)
                continue
            }
            report.print(to: context.output, json: context.wantsJSON)
            if report.isFinal { return report.state == "sent" ? .ok : .failed }
            let hint = report.state == "queued" ? Self.nobody : "a delivery waits for its next try"
            throw CommandFailure(.failed, "action \(id) is still \(report.state) after \(seconds) s; \(hint)")
        }
    }

    /// For `audience`: shows progress on a terminal, then the counts and the first deliveries.
    func run(through audience: Audience) async throws -> ExitCode {
        let end = MonotonicTime.now.advanced(milliseconds: Int64(seconds) * 1000)
        let bar = ProgressBar("action \(id)")
        defer { bar.clear() }
        while true {
            guard let progress = try await queue.progress(of: id, audience: audience) else { throw gone }
            guard progress.isFinal || MonotonicTime.now >= end else {
                bar.show(progress.share, note: "  " + Self.counts(progress))
                try await Self.pause(Self.audiencePollMilliseconds)
                continue
            }
            bar.clear()
            let limit = context.wantsJSON ? ActionReport.standardLimit : Self.mostShown
            guard let report = try await ActionReport(id, from: queue, limit: limit) else { throw gone }
            report.print(to: context.output, json: context.wantsJSON)
            if progress.isFinal { return report.state == "sent" ? .ok : .failed }
            let hint = progress.state == "queued" ? Self.nobody : "it goes on by itself: push-bridge queue show \(id)"
            throw CommandFailure(
                .failed,
                "action \(id) is still \(progress.state) after \(seconds) s (\(Self.counts(progress))); \(hint)")
        }
    }

    private static let nobody = "is push-bridge run running?"

    private static func counts(_ progress: ActionProgress) -> String {
        let waiting = progress.waiting > 0 ? ", \(progress.waiting) wait for their next try" : ""
        return "\(progress.delivered) delivered, \(progress.failed) failed\(waiting)"
    }

    private var gone: CommandFailure {
        CommandFailure(.failed, "the action \(id) is gone: somebody deleted its row")
    }

    private static func pause(_ milliseconds: Int) async throws {
        try await Task.sleep(for: .milliseconds(milliseconds))
    }
}
