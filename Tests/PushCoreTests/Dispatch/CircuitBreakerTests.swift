import PushCore
import ServiceRuntime
import Testing

@Suite struct CircuitBreakerTests {
    private let pace = CircuitBreaker.Pace(first: 5000, longest: 300_000)

    private func at(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: 0).advanced(milliseconds: milliseconds)
    }

    private func opened() -> CircuitBreaker {
        var breaker = CircuitBreaker()
        breaker.refused("Forbidden", pace: pace, isProbe: false, at: at(0))
        return breaker
    }

    @Test func oneRefusalHoldsEverythingUntilTheFirstProbe() {
        let breaker = opened()
        #expect(breaker.stop?.reason == "Forbidden")
        #expect(breaker.admission(at: at(0)) == .hold(reason: "Forbidden", milliseconds: 5001))
        #expect(breaker.admission(at: at(4999)) == .hold(reason: "Forbidden", milliseconds: 2))
        #expect(breaker.admission(at: at(5000)) == .probe)
    }

    @Test func onlyOneProbeGoesAtATime() {
        var breaker = opened()
        breaker.beginProbe()
        #expect(breaker.admission(at: at(100_000)) == .hold(reason: "Forbidden", milliseconds: 1000))
    }

    @Test func probesThatFailComeEverMoreSeldomUpToTheLongestPause() {
        var breaker = opened()
        var now: Int64 = 0
        var pauses: [Int64] = []
        for _ in 0..<9 {
            guard let due = breaker.probeTime else { break }
            pauses.append(due.milliseconds(since: at(now)))
            now += pauses.last ?? 0
            breaker.beginProbe()
            breaker.refused("Forbidden", pace: pace, isProbe: true, at: at(now))
        }
        #expect(pauses == [5000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000])
        #expect(breaker.stop?.since == at(0))
    }

    @Test func aProbeThatIsTakenClosesItAndThePausesBeginAnew() {
        var breaker = opened()
        breaker.beginProbe()
        breaker.refused("Forbidden", pace: pace, isProbe: true, at: at(5000))
        breaker.beginProbe()
        breaker.proved(isProbe: true)
        #expect(breaker == CircuitBreaker())
        breaker.refused("Forbidden", pace: pace, isProbe: false, at: at(60_000))
        #expect(breaker.probeTime == at(65_000))
    }

    @Test func answersToWhatWasSentBeforeChangeNothing() {
        var breaker = opened()
        let before = breaker
        breaker.proved(isProbe: false)
        breaker.refused("Other", pace: pace, isProbe: false, at: at(1000))
        #expect(breaker == before)
    }

    @Test func aLostProbeIsRepeatedAfterTheSameTime() {
        var breaker = opened()
        breaker.beginProbe()
        breaker.probeLost(at: at(6000))
        #expect(breaker.probeTime == at(11_000))
    }

    @Test func aThresholdCountsRefusalsInARowOnly() {
        let patient = CircuitBreaker.Pace(threshold: 3, first: 5000, longest: 300_000)
        var breaker = CircuitBreaker()
        for _ in 0..<10 {
            breaker.refused("TopicDisallowed", pace: patient, isProbe: false, at: at(0))
            breaker.refused("TopicDisallowed", pace: patient, isProbe: false, at: at(0))
            breaker.proved(isProbe: false)
        }
        #expect(breaker.stop == nil)
        for _ in 0..<3 { breaker.refused("TopicDisallowed", pace: patient, isProbe: false, at: at(0)) }
        #expect(breaker.stop != nil)
    }

    @Test func retryAfterIsTheLeastPause() {
        var breaker = CircuitBreaker()
        breaker.refused("TooManyRequests", pace: pace, isProbe: false, atLeast: 60_000, at: at(0))
        #expect(breaker.probeTime == at(60_000))
    }

    @Test func aChangeLetsAProbeGoAtOnce() {
        var breaker = opened()
        breaker.probeAtOnce(at: at(10))
        #expect(breaker.admission(at: at(10)) == .probe)
    }
}
