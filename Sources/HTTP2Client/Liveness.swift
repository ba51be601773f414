import ServiceRuntime

/// Whether a connection still lives, judged by what comes: a PING after silence, and no trust after silent deadlines.
struct Liveness {
    /// What silence calls for.
    enum Verdict { case fine, pingNow, dead }

    private let idleMilliseconds: Int64
    private let answerMilliseconds: Int64
    private var lastReceived: MonotonicTime
    private var pingSent: MonotonicTime?
    /// Requests whose deadline has passed since the last byte came.
    private(set) var silentDeadlines = 0

    init(_ configuration: PoolConfiguration, now: MonotonicTime) {
        idleMilliseconds = Int64(configuration.pingAfterIdleMilliseconds)
        answerMilliseconds = Int64(configuration.pingTimeoutMilliseconds)
        lastReceived = now
    }

    /// When silence calls for something next.
    var nextCheck: MonotonicTime {
        pingSent?.advanced(milliseconds: answerMilliseconds) ?? lastReceived.advanced(milliseconds: idleMilliseconds)
    }

    mutating func received(at now: MonotonicTime) {
        lastReceived = now
        pingSent = nil
        silentDeadlines = 0
    }

    mutating func deadlinePassed() { silentDeadlines += 1 }

    /// What to do at `now`; after `pingNow` the answer is awaited.
    mutating func check(at now: MonotonicTime) -> Verdict {
        if pingSent != nil { return now >= nextCheck ? .dead : .fine }
        guard now >= nextCheck || silentDeadlines > 0 else { return .fine }
        pingSent = now
        return .pingNow
    }
}
