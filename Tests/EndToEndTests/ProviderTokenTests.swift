import ApnsSimulator
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
    /// Apple answers 429 to a key that comes with another provider token too often, whichever process made it.
    @Suite struct ProviderTokenTests {
        @Test func threeDaemonsAndARestartUseOneProviderTokenForBothChannels() async throws {
            var setup = Bridge.Setup()
            setup.credentials = ["standard"]
            setup.configuration["standard"] = ["batch = 10", "max_in_flight = 10"]
            setup.simulator = {
                $0.settings.unknownTokens = .accept
                $0.settings.answerDelay = 30
            }
            try await Bridge.run(setup) { bridge in
                let count = 300
                try bridge.addDevices(count)
                try bridge.addDevice(user: 1, voip: true)
                // All at once, so that they meet while the first need of a token is settled.
                let daemons = try (0..<3).map { _ in try bridge.launch(["run"]) }
                try bridge.enqueueForEach(count)
                #expect(try await eventually { try bridge.site.states() == ["sent": count] })
                let alerts = bridge.simulator.received().filter { $0.header("apns-push-type") == "alert" }
                #expect(Set(alerts.map(\.connectionID)).count == 3, "each of the daemons has sent")

                // A provider token is dated in seconds: one made now would be another. The same key for calls, and once more
                // for alerts, is still that key.
                try await Task.sleep(for: .milliseconds(1100))
                try await bridge.setCredential("voip")
                #expect(try await eventually { try daemons.allSatisfy { try Self.loadings($0) == 2 } })
                for _ in 0..<5 { try await Self.ring(bridge) }
                try await Task.sleep(for: .milliseconds(1100))
                try await bridge.setCredential("standard")
                #expect(try await eventually { try daemons.allSatisfy { try Self.loadings($0) == 3 } })
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"again"}"#)).state == "sent")

                for daemon in daemons { daemon.signal(SIGTERM) }
                for daemon in daemons { try await bridge.exit(of: daemon) }
                try await bridge.startDaemon()
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"after"}"#)).state == "sent")
                try await Self.ring(bridge)

                let received = bridge.simulator.received()
                #expect(!received.contains { !$0.accepted })
                #expect(received.count == count + 8)
                let tokens = Set(received.map { $0.header("authorization") })
                #expect(tokens.count == 1)
                #expect(tokens.first??.hasPrefix("bearer ") == true)
            }
        }

        /// Seconds since the shared provider token was dated.
        private static func age(_ bridge: Bridge) throws -> Int {
            try bridge.site.number(
                "SELECT TIMESTAMPDIFF(SECOND, MIN(jwt_issued_at), UTC_TIMESTAMP()) FROM wp_pushbridge_credentials")
        }

        @Test(arguments: [(48, true), (51, false)])
        func itIsUsedForFiftyMinutes(minutes: Int, isKept: Bool) async throws {
            try await Bridge.run { bridge in
                try bridge.addDevice()
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_credentials SET jwt_issued_at = UTC_TIMESTAMP() - INTERVAL \(minutes) MINUTE")
                try await bridge.startDaemon()
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
                #expect((try Self.age(bridge) >= minutes * 60) == isKept)
            }
        }

        @Test func thatAppleCallsExpiredItIsNotMadeAnewWithinTwentyMinutes() async throws {
            try await Bridge.run { bridge in
                try bridge.addDevice()
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_credentials SET jwt_issued_at = UTC_TIMESTAMP() - INTERVAL 18 MINUTE")
                // By Apple's clock it is 63 minutes old.
                bridge.simulator.settings.clockOffset = 2700
                let daemon = try await bridge.startDaemon()
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                #expect(try await eventually { try daemon.log.contains("credential_stopped") })
                #expect(try Self.age(bridge) >= 18 * 60)
                // Three minutes later it may be.
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_credentials SET jwt_issued_at = jwt_issued_at - INTERVAL 3 MINUTE")
                #expect(try await bridge.settled(id, within: 60).state == "sent")
                #expect(try Self.age(bridge) < 18 * 60)
            }
        }

        private static func ring(_ bridge: Bridge) async throws {
            #expect(try await bridge.settled(bridge.site.enqueue(Call.message, type: "voip")).state == "sent")
        }

        private static func loadings(_ daemon: TestProgram) throws -> Int {
            try daemon.log.split(separator: "\n").count { $0.contains("credential_loaded") }
        }
    }
}
