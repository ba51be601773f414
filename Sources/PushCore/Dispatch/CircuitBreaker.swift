package import ServiceRuntime

/// Keeps from Apple what would surely be refused, and finds out by itself when it would not: after a refusal everything is
/// held back but one push, the probe, at ever longer intervals; its answer decides. Pure: the caller brings the clock.
package struct CircuitBreaker: Sendable, Hashable {
    /// How it opens and how patient it is, in milliseconds.
    package struct Pace: Sendable, Hashable {
        /// Refusals in a row that open it.
        package let threshold: Int
        /// From opening to the first probe.
        package let opening: Int64
        /// After the first probe that failed, and twice as long each time after that.
        package let first: Int64
        /// The longest time between two probes.
        package let longest: Int64

        /// - Parameter opening: nil for as long as `first`.
        package init(threshold: Int = 1, opening: Int64? = nil, first: Int64, longest: Int64) {
            self.threshold = threshold
            self.opening = opening ?? first
            self.first = first
            self.longest = longest
        }
    }

    /// Why and since when it is open.
    package struct Stop: Sendable, Hashable {
        /// Apple's word.
        package let reason: String
        package let since: MonotonicTime
    }

    /// What may be done with a push.
    package enum Admission: Sendable, Hashable {
        /// Send it.
        case pass
        /// Send it and say what came of it: everything else waits for that.
        case probe
        /// Do not send it; there is no use in asking again before so many milliseconds.
        case hold(reason: String, milliseconds: Int64)
    }

    private enum State: Hashable {
        case closed
        case waiting(until: MonotonicTime)
        case probing
    }

    /// How long those wait that come while a probe is on its way, in milliseconds.
    private static let answerTime: Int64 = 1000

    private var state = State.closed
    private var refusals = 0
    private var pause: Int64 = 0
    /// Set while it is open.
    package private(set) var stop: Stop?

    package init() {}

    /// When the next probe may go; nil while closed or probing.
    package var probeTime: MonotonicTime? {
        if case .waiting(let until) = state { until } else { nil }
    }

    /// Whether a push may be sent at `now`; nothing changes.
    package func admission(at now: MonotonicTime) -> Admission {
        let reason = stop?.reason ?? ""
        switch state {
        case .closed: return .pass
        case .probing: return .hold(reason: reason, milliseconds: Self.answerTime)
        case .waiting(let until) where now < until:
            return .hold(reason: reason, milliseconds: until.milliseconds(since: now) + 1)
        case .waiting: return .probe
        }
    }

    /// The probe that `admission` allowed is on its way.
    package mutating func beginProbe() { state = .probing }

    /// Lets the next push be a probe, because what was refused has been changed.
    package mutating func probeAtOnce(at now: MonotonicTime) {
        if case .waiting = state { state = .waiting(until: now) }
    }

    /// Apple refused a push.
    /// - Parameters:
    ///   - isProbe: whether it was the probe. Answers to what was sent before it opened change nothing.
    ///   - atLeast: Apple's Retry-After in milliseconds.
    package mutating func refused(
        _ reason: String, pace: Pace, isProbe: Bool, atLeast: Int64 = 0, at now: MonotonicTime
    ) {
        switch state {
        case .closed:
            refusals += 1
            guard refusals >= pace.threshold else { return }
            pause = pace.opening
            stop = Stop(reason: reason, since: now)
        case .probing where isProbe:
            pause = min(max(pace.first, pause * 2), pace.longest)
            stop = Stop(reason: reason, since: stop?.since ?? now)
        case .probing, .waiting: return
        }
        state = .waiting(until: now.advanced(milliseconds: max(pause, atLeast)))
    }

    /// Apple's answer to a push shows that what was refused is in order.
    package mutating func proved(isProbe: Bool) {
        guard state == .closed || isProbe else { return }
        self = CircuitBreaker()
    }

    /// The probe brought no answer that says anything: the next may go after the same time.
    package mutating func probeLost(at now: MonotonicTime) {
        if state == .probing { state = .waiting(until: now.advanced(milliseconds: max(pause, Self.answerTime))) }
    }
}
