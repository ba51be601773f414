import JSONText
import PushCore
import ServiceRuntime
import Testing

@Suite struct ActionPlanTests {
    private func outcome(_ action: ClaimedAction, maximumAge: Int64 = 10, later: Int64 = 0) -> ActionOutcome? {
        let now = action.claimedAt.advanced(milliseconds: later)
        guard case .settled(let outcome) = ActionPlan(action, maximumAge: maximumAge, now: now) else { return nil }
        return outcome
    }

    @Test func anUnknownTypeFailsTheActionAsAWhole() {
        let outcome = outcome(Samples.action(type: "VoIP"))
        #expect(outcome?.state == .failed && outcome?.reason == "UnknownType" && outcome?.failed == 0)
    }

    @Test func unreadableTextFailsWithTheFaultThatWasFound() {
        let outcome = outcome(Samples.action(content: .unreadable(reason: "InvalidMessage: broken")))
        #expect(outcome?.state == .failed && outcome?.reason == "InvalidMessage: broken")
    }

    @Test func anActionForNobodyFails() {
        #expect(outcome(Samples.action(userID: nil))?.reason == "NoRecipient")
    }

    @Test func aCallOlderThanItMayBeIsNeverSent() {
        let call = Samples.action(type: "voip", content: .message(Samples.callMessage), age: 10_000)
        #expect(outcome(call)?.state == .expired)
        #expect(outcome(call, maximumAge: 11) == nil)
    }

    @Test func theLifeOfACallRunsOnByOurOwnClockAfterTheClaim() {
        let call = Samples.action(type: "voip", content: .message(Samples.callMessage), age: 4_000)
        #expect(outcome(call, later: 5_999) == nil)
        #expect(outcome(call, later: 6_000)?.state == .expired)
    }

    @Test func expiresAtEndsALifeBeforeTheTTLDoes() {
        let message: JSONValue = ["body": "x", "ttl": 3600]
        #expect(outcome(Samples.action(content: .message(message), expiresIn: -1))?.state == .expired)
        #expect(
            outcome(Samples.action(content: .message(message), age: 3_600_000, expiresIn: 60_000))?.state == .expired)
        #expect(outcome(Samples.action(content: .message(message), age: 3_599_000, expiresIn: 60_000)) == nil)
    }

    @Test func whatAVanishedDaemonMayHaveSentIsLookedAtEvenAfterItsLife() {
        let call = Samples.action(type: "voip", content: .message(Samples.callMessage), age: 60_000, wasAbandoned: true)
        #expect(outcome(call) == nil)
    }

    @Test func theEndOfLifeIsTheSameOnEveryTry() throws {
        let message: JSONValue = ["body": "x", "ttl": 100]
        let first = try Samples.pending(Samples.action(content: .message(message), age: 1))
        let second = try Samples.pending(Samples.action(content: .message(message), age: 1))
        #expect(first.life.end == second.life.end && first.life.end == 1_800_000_100)
    }

    @Test func anAbsurdTTLDoesNotCrashTheDaemon() throws {
        let message: JSONValue = ["body": "x", "ttl": .integer(.max)]
        #expect(throws: Never.self) { try Samples.pending(Samples.action(content: .message(message))) }
    }
}
