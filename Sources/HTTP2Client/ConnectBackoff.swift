import ServiceRuntime

/// When the next dial may begin: at once after success, 50 ms doubling to 5 s after failures, each with jitter.
struct ConnectBackoff {
    static let shortestMilliseconds: Int64 = 50
    static let longestMilliseconds: Int64 = 5_000

    private(set) var earliest = MonotonicTime(nanoseconds: 0)
    private var failures = 0

    /// Puts the next dial off by half to all of the current delay, so that many daemons do not dial together.
    mutating func failed(at now: MonotonicTime) {
        let doubled = ConnectBackoff.shortestMilliseconds << Int64(min(failures, 10))
        let delay = min(ConnectBackoff.longestMilliseconds, doubled)
        earliest = now.advanced(milliseconds: .random(in: (delay / 2)...delay))
        failures += 1
    }

    mutating func succeeded() { failures = 0 }
}
