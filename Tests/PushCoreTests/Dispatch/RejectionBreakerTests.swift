import PushCore
import Testing

@Suite struct RejectionBreakerTests {
    @Test func aFloodOfRejectionsOpensItOnce() {
        var breaker = RejectionBreaker(share: 0.5, minimum: 20)
        let opened = (0..<200).filter { breaker.count(accepted: 0, rejected: 1, at: Int64($0) * 100) }
        #expect(opened == [19] && breaker.isOpen)
    }

    @Test func aFewDeadDevicesAmongManyDoNot() {
        var breaker = RejectionBreaker(share: 0.5, minimum: 20)
        let opened = breaker.count(accepted: 100, rejected: 60, at: 0)
        #expect(!opened && !breaker.isOpen)
    }

    @Test func itClosesWhenTheWindowHasPassed() {
        var breaker = RejectionBreaker(share: 0.5, minimum: 20)
        _ = breaker.count(accepted: 0, rejected: 30, at: 1_000)
        _ = breaker.count(accepted: 1, rejected: 0, at: 599_000)
        #expect(breaker.isOpen)
        _ = breaker.count(accepted: 1, rejected: 0, at: 612_000)
        #expect(!breaker.isOpen)
    }
}
