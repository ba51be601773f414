import PushCore
import Testing

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy()

    private func wait(
        _ attempts: Int, _ pace: RetryPace, retryAfter: Int64? = nil, isCall: Bool = false, remaining: Int64? = nil,
        random: Double = 1
    ) -> RetryPolicy.Next {
        policy.next(
            attempts: attempts, pace: pace, retryAfter: retryAfter, isCall: isCall, remaining: remaining,
            random: random)
    }

    @Test func theWaitIsAsTheContractSays() {
        #expect(wait(1, .normal) == .wait(milliseconds: 60_000))
        #expect(wait(3, .normal) == .wait(milliseconds: 240_000))
        #expect(wait(1, .apple) == .wait(milliseconds: 900_000))
        #expect(wait(5, .apple) == .wait(milliseconds: 3_600_000))
        #expect(wait(1, .transport) == .wait(milliseconds: 1_000))
        #expect(wait(1, .normal, random: 0.5) == .wait(milliseconds: 30_000))
        #expect(wait(8, .normal) == .attemptsUsedUp)
    }

    @Test func itIsNeverShorterThanAppleAsks() {
        #expect(wait(1, .normal, retryAfter: 7_200_000) == .wait(milliseconds: 7_200_000))
    }

    @Test func aCallWaitsABlinkAndOnlyInsideItsLife() {
        #expect(wait(1, .apple, isCall: true, remaining: 9_000) == .wait(milliseconds: 200))
        #expect(wait(1, .apple, isCall: true, remaining: 150) == .timeOver)
        #expect(wait(1, .normal, retryAfter: 10_000, isCall: true, remaining: 9_000) == .timeOver)
    }
}
