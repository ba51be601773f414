import ApnsSimulator
import TestSupport
import Testing

extension EndToEndTests {
    /// When most tokens live elsewhere all of a sudden, the configuration is at fault and no device; when they always have,
    /// nothing is.
    @Suite struct EnvironmentFlipTests {
        private static let removed = "SELECT COUNT(*) FROM wp_pushbridge_prunes WHERE state = 'removed'"

        /// Sends to users 1 to 80 in small portions, so that some tokens are gone before a flip is known for one.
        private func sendToAll(_ bridge: Bridge) async throws {
            for portion in 0..<8 {
                let actions = try (1...10).map {
                    try bridge.site.enqueue(#"{"title":"x"}"#, user: UInt64(portion * 10 + $0))
                }
                for action in actions { _ = try await bridge.settled(action) }
            }
        }

        /// Gives every fifth user a token that Apple does not know; returns the rows.
        private func addDeadDevices(_ bridge: Bridge) throws -> [UInt64] {
            try stride(from: 5, through: 80, by: 5).map { user in
                try bridge.site.addMeta(user: UInt64(user), Bridge.standardKey, Array(bridge.makeToken().utf8))
            }
        }

        private func stops(_ daemon: TestProgram) throws -> [Substring] {
            try daemon.log.split(separator: "\n").filter { $0.contains("pruning_stopped") }
        }

        @Test func aFleetThatMovedToTheOtherEnvironmentStopsThePruningOfTheRest() async throws {
            try await Bridge.run { bridge in
                let tokens = try (1...80).filter { $0 % 5 != 0 }.map { try bridge.addDevice(user: UInt64($0)) }
                let daemon = try await bridge.startDaemon()
                try await sendToAll(bridge)
                #expect(try stops(daemon).isEmpty)
                bridge.simulator.unregisterAll()
                try bridge.simulator.register(bridge.key.registration())
                // In the sandbox, where the rest is refused last, far more are taken than refused.
                for token in tokens {
                    bridge.simulator.register(
                        SimulatedToken(token, environment: .sandbox, topics: [Bridge.bundleID], kind: .standard))
                }
                let rows = try addDeadDevices(bridge)
                try await sendToAll(bridge)
                #expect(try await eventually { try rows.allSatisfy { try bridge.site.meta($0) != nil } })
                #expect(try bridge.site.number(Self.removed) == 0)
                let told = try stops(daemon)
                #expect(told.count == 1)
                #expect(told.first?.contains("default/standard/production") == true)
                #expect(told.first?.contains("other environment") == true)
                // Where they live now is learned all the same.
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_token_environments") == 64)
            }
        }

        @Test func aFleetThatAlwaysLivedInTheSandboxIsPrunedFromTheFirstCampaignOn() async throws {
            var setup = Bridge.Setup()
            setup.configuration["pruning"] = ["breaker_minimum = 10"]
            try await Bridge.run(setup) { bridge in
                let rows = try addDeadDevices(bridge)
                for user in 1...80 where user % 5 != 0 { try bridge.addDevice(user: UInt64(user), .sandbox) }
                let daemon = try await bridge.startDaemon()
                let id = try bridge.site.enqueue(
                    #"{"title":"x"}"#, user: nil, more: ["audience": #"'{"all":true}'"#])
                #expect(try await bridge.settled(id).delivered == 64)
                #expect(try stops(daemon).isEmpty)
                for row in rows { #expect(try bridge.site.meta(row) == nil) }
                #expect(try bridge.site.number(Self.removed) == 16)
            }
        }
    }
}
