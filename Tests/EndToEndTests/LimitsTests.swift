import ApnsSimulator
import MariaDB
import Testing

extension EndToEndTests {
    @Suite struct LimitsTests {
        @Test func aDaemonHoldsNoMoreThanMaxInFlight() async throws {
            var setup = Bridge.Setup()
            setup.configuration["standard"] = ["max_in_flight = 40", "batch = 30"]
            setup.simulator = {
                $0.settings.unknownTokens = .accept
                $0.settings.answerDelay = 100
            }
            try await Bridge.run(setup) { bridge in
                let count = 400
                try bridge.addDevices(count)
                try bridge.enqueueForEach(count)
                try await bridge.startDaemon()
                var most = 0
                #expect(
                    try await eventually(within: 60) {
                        let states = try bridge.site.states()
                        most = max(most, states["sending"] ?? 0)
                        return states == ["sent": count]
                    })
                #expect((1...40).contains(most))
            }
        }

        @Test func whatAppleCallsItIsKeptAndAskedForLater() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice(.sandbox)
                try await bridge.startDaemon()
                let action = try await bridge.settled(bridge.site.enqueue(#"{"title":"x","environment":"sandbox"}"#))
                #expect(action.state == "sent")
                let kept = try bridge.site.query("SELECT apns_id, apns_unique_id FROM wp_pushbridge_deliveries")
                #expect(try kept.map { try $0.optionalString(0) } == [bridge.received(token)[0].header("apns-id")])
                let unique = try #require(try kept[0].optionalString(1))
                #expect(unique.count == 36)
                #expect(try await bridge.command("explain", "\(action.id)").contains(unique))
            }
        }
    }
}
