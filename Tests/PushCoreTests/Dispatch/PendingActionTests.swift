import PushCore
import ServiceRuntime
import Testing

@Suite struct PendingActionTests {
    private let both = [Samples.device(Samples.anna), Samples.device(Samples.bert)]

    private func settle(
        _ action: ClaimedAction, _ results: [TokenResult], recipients: [Recipient]? = nil,
        policy: RetryPolicy = RetryPolicy()
    ) throws -> ActionOutcome {
        try Samples.pending(action).outcome(
            of: PushResult(actionID: 1, tokens: results), recipients: recipients ?? both, policy: policy,
            now: action.claimedAt, random: { 1 })
    }

    private func sent(_ next: PendingAction.Next) -> [Recipient]? {
        if case .send(let notification) = next { notification.recipients } else { nil }
    }

    @Test func aUserWithoutDevicesFailsTheActionAsAWhole() throws {
        guard case .settled(let outcome) = try Samples.pending(Samples.action()).next(recipients: []) else {
            Issue.record("something was sent")
            return
        }
        #expect(outcome.state == .failed && outcome.reason == "NoDeviceToken" && outcome.deliveries.isEmpty)
    }

    @Test func aMessageRefusedAsAWholeLeavesNoDeliveries() throws {
        let action = Samples.action()
        let refusal = MessageFault(reason: "PayloadTooLarge: 5000 bytes, 4096 allowed")
        let outcome = try Samples.pending(action).outcome(
            of: PushResult(actionID: 1, tokens: [], refusal: refusal), recipients: both, policy: RetryPolicy(),
            now: action.claimedAt, random: { 1 })
        #expect(outcome.state == .failed && outcome.reason == refusal.reason)
        #expect(outcome.deliveries.isEmpty && outcome.failed == 0)
    }

    @Test func onlyTheDevicesThatAreDueAreTriedAgain() throws {
        let action = Samples.action(
            earlierClaims: 1,
            earlier: [Samples.earlier(Samples.anna, .delivered), Samples.earlier(Samples.bert, .retry, dueIn: -1)])
        let again = sent(try Samples.pending(action).next(recipients: both))
        #expect(again?.map(\.column) == [Samples.bert.hex] && again?.first?.mayHaveBeenSent == false)
    }

    @Test func whatAVanishedDaemonHeldIsMarkedAsPerhapsSent() throws {
        let action = Samples.action(earlierClaims: 1, wasAbandoned: true)
        #expect(sent(try Samples.pending(action).next(recipients: both))?.map(\.mayHaveBeenSent) == [true, true])
    }

    @Test func allDeliveredIsSentAndSomeIsPartial() throws {
        let good = TokenResult(recipient: both[0], status: .delivered)
        let bad = TokenResult(
            recipient: both[1], status: .unregistered, reason: "Unregistered", errorClass: .invalidRecipient)
        let all = try settle(Samples.action(), [good])
        #expect(all.state == .sent && all.delivered == 1 && all.reason == nil)
        let some = try settle(Samples.action(), [good, bad])
        #expect(some.state == .partial && some.delivered == 1 && some.failed == 1 && some.reason == "Unregistered")
    }

    @Test func theCountsOfEarlierTriesStayInTheSum() throws {
        let action = Samples.action(
            earlierClaims: 1,
            earlier: [Samples.earlier(Samples.anna, .delivered), Samples.earlier(Samples.bert, .retry, dueIn: 0)])
        let outcome = try settle(action, [TokenResult(recipient: both[1], status: .delivered)])
        #expect(outcome.state == .sent && outcome.delivered == 2 && outcome.deliveries.count == 1)
    }

    @Test func aFailedTryWaitsAndTheLastOneIsExhausted() throws {
        var busy = TokenResult(
            recipient: both[0], status: .retry, reason: "TooManyRequests", errorClass: .rateLimited)
        busy.retryAfter = 90_000
        let waiting = try settle(Samples.action(), [busy])
        #expect(waiting.state == .waiting(milliseconds: 90_000))
        let last = Samples.action(
            earlierClaims: 7,
            earlier: [Samples.earlier(Samples.anna, .retry, reason: "TooManyRequests", attempts: 7, dueIn: 0)])
        let ended = try settle(last, [busy], recipients: [both[0]])
        #expect(ended.state == .failed && ended.reason == "TooManyRequests")
        #expect(ended.deliveries.first?.result.status == .exhausted && ended.deliveries.first?.attempts == 8)
    }

    @Test func aTryThatNeverReachedAppleCostsNoAttemptAndIsNeverTheLast() throws {
        let unreached = TokenResult(
            recipient: both[0], status: .retry, reason: "CannotConnect", errorClass: .providerUnavailable,
            countsAttempt: false)
        let outcome = try settle(Samples.action(earlierClaims: 50), [unreached], recipients: [both[0]])
        guard case .waiting(let wait) = outcome.state else {
            Issue.record("it was given up: \(outcome.state)")
            return
        }
        #expect(outcome.deliveries.first?.attempts == 0 && wait > 0)
    }

    @Test func anActionWhoseTimeRunsOutWhileItWaitsIsExpired() throws {
        let action = Samples.action(expiresIn: 1_000)
        let busy = TokenResult(
            recipient: both[0], status: .retry, reason: "ServiceUnavailable", errorClass: .providerUnavailable)
        let outcome = try settle(action, [busy], recipients: [both[0]])
        #expect(outcome.state == .expired && outcome.deliveries.first?.result.status == .exhausted)
    }

    @Test func aDeviceThatLeftWhileItWaitedIsSettled() throws {
        let action = Samples.action(
            earlierClaims: 1,
            earlier: [Samples.earlier(Samples.anna, .retry, dueIn: 0), Samples.earlier(Samples.bert, .delivered)])
        guard case .settled(let outcome) = try Samples.pending(action).next(recipients: [both[1]]) else {
            Issue.record("something was sent")
            return
        }
        #expect(outcome.state == .partial && outcome.reason == "NoDeviceToken")
    }

    @Test func theCommonestReasonWinsAndTiesGoByName() {
        var tally = DeliveryTally()
        tally.count(.rejected, "B")
        tally.count(.rejected, "A")
        #expect(tally.reason == "A")
        tally.count(.unregistered, "B")
        #expect(tally.reason == "B" && tally.pruned == 1 && tally.state == .failed)
    }
}
