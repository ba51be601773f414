import ApnsSimulator
import ApplePush
import JSONText
import PushCore
import Testing

/// Pushes to a channel at a simulated APNs over real TLS.
@Suite struct BroadcastTests {
    private let update = #"{"live_activity":{"event":"update","content_state":{"score":"2:1"}}}"#
    private let id = "dHN0LXNyY2gtY2hubA=="

    private func recipient(kind: TokenKind = .liveActivity) throws -> Recipient {
        Recipient(userID: nil, address: .channel(try #require(BroadcastChannel(id))), kind: kind)
    }

    private func send(
        _ apns: Apns, _ message: String, mayHaveBeenSent: Bool = false, endOfLife: Int64? = nil,
        _ change: (inout ApnsSettings) -> Void = { _ in }
    ) async throws -> PushResult {
        var recipient = try recipient()
        recipient.mayHaveBeenSent = mayHaveBeenSent
        return try await apns.standard(change).send(
            notification(message, to: [recipient], type: .push(.liveactivity), endOfLife: endOfLife))
    }

    @Test func aBroadcastIsOnePushWithTheHeadersAppleWants() async throws {
        let apns = try Apns()
        apns.simulator.register(SimulatedChannel(id, bundleID: Apns.bundleID))
        let result = try await send(apns, update)
        let delivery = try #require(result.tokens.first)
        #expect(delivery.status == .delivered)
        #expect(delivery.recipient.column == id)
        #expect(delivery.environment == .production)
        #expect(delivery.apnsUniqueID?.utf8.count == 36)
        let received = try #require(apns.simulator.received().first)
        #expect(received.path == "/4/broadcasts/apps/com.example.app")
        #expect(received.header("apns-channel-id") == id)
        #expect(received.header("apns-push-type") == "liveactivity")
        #expect(received.header("apns-priority") == "10")
        #expect(received.header("apns-expiration") == "0")
        #expect(received.header("apns-request-id") == delivery.apnsID)
        #expect(received.header("apns-id") == nil)
        #expect(received.header("apns-topic") == nil)
        #expect(received.header("apns-collapse-id") == nil)
        #expect(received.warnings.isEmpty)
        let aps = try JSONParser.parse(received.body)["aps"]
        #expect(aps?["event"] == "update")
        #expect(aps?["content-state"] == ["score": "2:1"])
        #expect(aps?["timestamp"] == 1_700_000_000)
    }

    @Test func whatABroadcastCannotHaveIsLeftOutWithAWarning() async throws {
        let apns = try Apns()
        apns.simulator.register(SimulatedChannel(id, bundleID: Apns.bundleID))
        let message = #"""
            {"live_activity":{"event":"end"},"collapse_id":"x","priority":5,"headers":{"apns-topic":"com.example.other"}}
            """#
        let result = try await send(apns, message)
        #expect(result.tokens.map(\.status) == [.delivered])
        #expect(result.warnings.count == 2)
        let received = try #require(apns.simulator.received().first)
        #expect(received.header("apns-priority") == "5")
        #expect(received.header("apns-topic") == nil)
        #expect(received.header("apns-collapse-id") == nil)
    }

    @Test func theEndOfLifeIsAskedForWhereTheChannelStoresAndRefusedWhereItDoesNot() async throws {
        let apns = try Apns()
        apns.simulator.register(SimulatedChannel(id, bundleID: Apns.bundleID, policy: .latest))
        #expect(try await send(apns, update, endOfLife: 1_900_000_000).tokens.map(\.status) == [.delivered])
        #expect(apns.simulator.received().first?.header("apns-expiration") == "1900000000")
        apns.simulator.register(SimulatedChannel(id, bundleID: Apns.bundleID, policy: .none))
        let refused = try await send(apns, update, endOfLife: 1_900_000_000)
        #expect(refused.tokens.map(\.status) == [.rejected])
        #expect(refused.tokens.map(\.reason) == ["BadExpirationDate"])
        let zero = #"{"ttl":0,"live_activity":{"event":"update","content_state":{}}}"#
        #expect(try await send(apns, zero, endOfLife: 1_900_000_000).tokens.map(\.status) == [.delivered])
    }

    @Test func anUnknownChannelIsLookedForInBothEnvironmentsAndNeverPruned() async throws {
        let apns = try Apns()
        let result = try await send(apns, update)
        let delivery = try #require(result.tokens.first)
        #expect(delivery.status == .rejected)
        #expect(delivery.reason == "ChannelNotRegistered")
        #expect(delivery.errorClass == .invalidRecipient)
        #expect(delivery.death == nil)
        #expect(apns.simulator.received().map(\.environment) == [.production, .sandbox])
    }

    @Test func aChannelOfTheSandboxIsFoundThere() async throws {
        let apns = try Apns()
        apns.simulator.register(SimulatedChannel(id, bundleID: Apns.bundleID, environment: .sandbox))
        #expect(try await send(apns, update).tokens.map(\.environment) == [.sandbox])
        apns.simulator.clear()
        let only = try await send(apns, update) { $0.environment = .production }
        #expect(only.tokens.map(\.reason) == ["ChannelNotRegistered"])
        #expect(apns.simulator.received().map(\.environment) == [.production])
    }

    @Test func aBroadcastMayHave5120Bytes() async throws {
        let apns = try Apns()
        apns.simulator.register(SimulatedChannel(id, bundleID: Apns.bundleID))
        func message(_ bytes: Int) -> String {
            // Around the text: {"aps":{"timestamp":1700000000,"event":"update","content-state":{"t":""}}}
            let text = String(repeating: "x", count: bytes - 74)
            return #"{"live_activity":{"event":"update","content_state":{"t":"\#(text)"}}}"#
        }
        #expect(try await send(apns, message(5120)).tokens.map(\.status) == [.delivered])
        #expect(apns.simulator.received().first?.body.count == 5120)
        let refusal = try await send(apns, message(5121)).refusal
        #expect(refusal?.reason == "PayloadTooLarge: 5121 bytes, 5120 allowed")
        #expect(apns.simulator.received().count == 1)
    }

    @Test func aBroadcastOfUnknownOutcomeIsNotSentAgain() async throws {
        let apns = try Apns()
        apns.simulator.register(SimulatedChannel(id, bundleID: Apns.bundleID))
        let result = try await send(apns, update, mayHaveBeenSent: true)
        #expect(result.tokens.map(\.status) == [.unknown])
        #expect(apns.simulator.received().isEmpty)
        apns.simulator.inject(Fault(.dropConnection))
        let lost = try await send(apns, update)
        #expect(lost.tokens.map(\.status) == [.unknown])
        #expect(lost.tokens.map(\.reason) == ["OutcomeUnknown"])
        #expect(apns.simulator.received().count == 1)
    }
}
