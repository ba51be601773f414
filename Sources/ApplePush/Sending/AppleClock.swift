import HTTP2Client
import ServiceRuntime

/// How far Apple's clock is ahead of ours, by the `date` of its answers: to the second, at most once a minute.
final class AppleClock: Sendable {
    private struct Reading: Sendable {
        let lead: Int64
        let at: MonotonicTime
    }

    private static let interval: Int64 = 60_000
    private let reading = Locked<Reading?>(nil)

    /// Looks at the answer's date, unless one was looked at lately.
    func read(_ response: HTTPResponse, at now: MonotonicTime) {
        let isDue = reading.withLock { reading in
            reading.map { now.milliseconds(since: $0.at) >= Self.interval } ?? true
        }
        guard isDue || response.status == 403, let apple = response.date.flatMap(HTTPDate.seconds) else { return }
        let lead = apple - WallClock.seconds
        reading.withLock { $0 = Reading(lead: lead, at: now) }
    }

    /// Seconds by which Apple's clock is ahead; nil when no answer said.
    var lead: Int64? { reading.withLock { $0?.lead } }
}
