import ApnsSimulator
import JSONText
import PushStore
import Testing

extension EndToEndTests {
    /// Broadcast channels: from the shell, and as actions.
    @Suite struct ChannelTests {
        private let update = #"{"live_activity":{"event":"update","content_state":{"score":"2:1"}}}"#

        private func broadcast(_ bridge: Bridge, to channel: String, type: String = "liveactivity") throws -> UInt64 {
            try bridge.site.enqueue(
                update, type: type, user: nil, more: ["audience": #"'{"channel":"\#(channel)"}'"#])
        }

        private func json(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

        @Test func aChannelIsMadeUsedAndDeletedFromTheShell() async throws {
            try await Bridge.run { bridge in
                let made = try json(
                    try await bridge.command("channels", "create", "--policy", "latest", "--json"))
                let channel = try #require(made["channel"]?.string)
                #expect(made["environment"] == "production")
                #expect(made["bundle_id"] == .string(Bridge.bundleID))
                #expect(made["policy"] == "latest")
                let other = try await bridge.command("channels", "create", "--environment", "sandbox")
                #expect(bridge.simulator.channels.map(\.id) == [channel, other.split(separator: "\n").joined()])
                let list = try json(try await bridge.command("channels", "list", "--json"))
                #expect(list.array?.compactMap { $0["channel"]?.string } == [channel])
                #expect(try await bridge.command("channels", "show", channel).contains("policy: latest"))
                #expect(
                    try await bridge.command("channels", "show", channel, "--environment", "sandbox", expecting: 1)
                        .contains("no such channel in this environment"))
                try await bridge.command("channels", "delete", channel)
                #expect(
                    try await bridge.command("channels", "delete", channel, expecting: 1)
                        .contains("ChannelNotRegistered"))
                #expect(try await bridge.command("channels", "list").contains("has no channels in production"))
            }
        }

        @Test func whatStandsInTheWayIsToldByTheExitCode() async throws {
            try await Bridge.run(Bridge.Setup(credentials: ["voip"])) { bridge in
                #expect(
                    try await bridge.command("channels", "list", expecting: 5).contains("no credential for channel"))
                #expect(
                    try await bridge.command("channels", "create", "--policy", "all", expecting: 2)
                        .contains("neither none nor latest"))
                #expect(
                    try await bridge.command("channels", "list", "--environment", "test", expecting: 2)
                        .contains("neither production nor sandbox"))
                try await bridge.command("channels", "show", "a b", expecting: 2)
                try await bridge.command("channels", "show", expecting: 2)
            }
        }

        @Test func aBroadcastActionIsOnePushAndOneDelivery() async throws {
            try await Bridge.run { bridge in
                let channel = try await bridge.command("channels", "create").split(separator: "\n").joined()
                bridge.simulator.clear()
                try await bridge.startDaemon()
                let id = try broadcast(bridge, to: channel)
                let action = try await bridge.settled(id)
                #expect(action.state == "sent")
                #expect([action.delivered, action.failed, action.pruned] == [1, 0, 0])
                let deliveries = try bridge.site.deliveries(id)
                #expect(deliveries.count == 1)
                let delivery = try #require(deliveries.first)
                #expect(delivery.token == channel)
                #expect(delivery.channel == "standard")
                #expect(delivery.status == "delivered")
                #expect(
                    try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_deliveries WHERE user_id IS NULL") == 1)
                let push = try #require(bridge.simulator.received().first)
                #expect(push.header("apns-channel-id") == channel)
                #expect(push.header("apns-request-id") == delivery.apnsID)
                // The command and the daemon prove themselves by one and the same provider token.
                #expect(bridge.simulator.receivedCount(status: 429) == 0)

                let unknown = try broadcast(bridge, to: "dW5rbm93bg==")
                let failed = try await bridge.settled(unknown)
                #expect(failed.state == "failed")
                #expect(failed.reason == "ChannelNotRegistered")
                #expect(failed.pruned == 0)
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_prunes") == 0)
                let wrong = try broadcast(bridge, to: channel, type: "alert")
                #expect(try await bridge.settled(wrong).reason == "InvalidAudience: channel")
                #expect(try bridge.site.deliveries(wrong).isEmpty)
            }
        }

        @Test func aBroadcastThatAppleCouldNotTakeIsTriedAgain() async throws {
            try await Bridge.run(Bridge.Setup(configuration: ["retry": ["base_delay = 0.01"]])) { bridge in
                let channel = try await bridge.command("channels", "create").split(separator: "\n").joined()
                bridge.simulator.inject(Fault(.answer(FaultAnswer(status: 429, reason: "TooManyRequests"))))
                try await bridge.startDaemon()
                let id = try broadcast(bridge, to: channel)
                #expect(try await bridge.settled(id).state == "sent")
                let delivery = try #require(try bridge.site.deliveries(id).first)
                #expect(delivery.attempts == 2)
                let ids = bridge.simulator.received().filter { $0.path.hasPrefix("/4/") }
                    .map { $0.header("apns-request-id") }
                #expect(ids.count == 2)
                #expect(Set(ids).count == 1)
            }
        }
    }
}
