import JSONText
import PushCore
import ServiceRuntime
import Testing

@Suite struct BroadcastPlanTests {
    private static let update: JSONValue = ["live_activity": ["event": "update", "content_state": ["a": 1]]]

    private func action(
        _ audience: String, type: String = "liveactivity", userID: UInt64? = nil,
        earlier: [ClaimedAction.Earlier] = [], wasAbandoned: Bool = false
    ) -> ClaimedAction {
        Samples.action(
            type: type, userID: userID, audience: Array(audience.utf8), content: .message(Self.update),
            wasAbandoned: wasAbandoned, earlier: earlier)
    }

    private func reason(_ action: ClaimedAction) -> String? {
        guard case .settled(let outcome) = ActionPlan(action, maximumAge: 10, now: action.claimedAt) else { return nil }
        return outcome.reason
    }

    @Test func aBroadcastHasTheChannelAsItsOneRecipient() throws {
        let pending = try Samples.pending(action(#"{"channel":"dHN0LXNyY2gtY2hubA=="}"#))
        let recipient = try #require(pending.broadcastRecipient)
        #expect(recipient.column == "dHN0LXNyY2gtY2hubA==")
        #expect(recipient.userID == nil)
        guard case .send(let notification) = pending.next(recipients: [recipient]) else {
            throw Samples.Unexpected(what: "nothing to send")
        }
        #expect(notification.broadcast?.id == "dHN0LXNyY2gtY2hubA==")
        let sent = PushResult(actionID: 1, tokens: [TokenResult(recipient: recipient, status: .delivered)])
        let outcome = pending.outcome(
            of: sent, recipients: [recipient], policy: RetryPolicy(), now: .now, random: { 1 })
        #expect(outcome.state == .sent)
        #expect(outcome.delivered == 1)
        #expect(outcome.walk == nil)
        #expect(outcome.deliveries.map(\.channel) == [.standard])
    }

    @Test(arguments: ["standard", "alert", "voip", "background", "widgets"])
    func onlyLiveActivitiesAreBroadcastTo(type: String) {
        #expect(reason(action(#"{"channel":"dHN0"}"#, type: type)) == "InvalidAudience: channel")
    }

    @Test(arguments: [
        (#"{"channel":""}"#, "channel"), (#"{"channel":17}"#, "channel"), (#"{"channel":"a b"}"#, "channel"),
        (#"{"channel":"a\r\nx: y"}"#, "channel"), (#"{"channel":"dHN0","site":2}"#, "site"),
        (#"{"channel":"dHN0","all":true}"#, "one of users, role, all, meta, tokens, channel is wanted"),
    ])
    func aChannelThatIsNoneIsRefused(audience: String, fault: String) {
        #expect(reason(action(audience)) == "InvalidAudience: \(fault)")
    }

    @Test func anIDAsLongAsItsColumnIsTaken() {
        #expect(BroadcastChannel(String(repeating: "A", count: 255)) != nil)
        #expect(BroadcastChannel(String(repeating: "A", count: 256)) == nil)
    }

    @Test func whatAVanishedDaemonMayHaveBroadcastIsMarked() throws {
        let pending = try Samples.pending(action(#"{"channel":"dHN0"}"#, wasAbandoned: true))
        guard case .send(let notification) = pending.next(recipients: [try #require(pending.broadcastRecipient)]) else {
            throw Samples.Unexpected(what: "nothing to send")
        }
        #expect(notification.recipients.map(\.mayHaveBeenSent) == [true])
    }

    @Test func whatWasDeliveredIsNotBroadcastAgain() throws {
        let before = ClaimedAction.Earlier(
            token: "dHN0", userID: nil, status: .delivered, reason: nil, errorClass: nil, attempts: 1, dueIn: nil)
        let pending = try Samples.pending(action(#"{"channel":"dHN0"}"#, earlier: [before], wasAbandoned: true))
        guard case .settled(let outcome) = pending.next(recipients: [try #require(pending.broadcastRecipient)]) else {
            throw Samples.Unexpected(what: "sent again")
        }
        #expect(outcome.state == .sent)
    }
}
