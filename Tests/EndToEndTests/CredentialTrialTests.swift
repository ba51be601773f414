import ApnsSimulator
import JSONText
import MariaDB
import ServiceRuntime
import TestSupport
import Testing

extension EndToEndTests {
    /// Credentials are tried at Apple by hand, before anything depends on them.
    @Suite struct CredentialTrialTests {
        private func rows(_ output: String) throws -> [JSONValue] {
            let line = output.split(separator: "\n").first { $0.hasPrefix("[") } ?? "[]"
            return try JSONParser.parse(Array(line.utf8)).array ?? []
        }

        @Test func goodCredentialsAreFoundGoodInBothEnvironments() async throws {
            try await Bridge.run { bridge in
                let found = try rows(try await bridge.command("credentials", "verify", "--json"))
                #expect(found.map { $0["channel"] } == ["standard", "standard", "voip", "voip"])
                #expect(found.map { $0["environment"] }.prefix(2) == ["production", "sandbox"])
                #expect(found.allSatisfy { $0["finding"] == "good" && $0["reason"] == "BadDeviceToken" }, "\(found)")
                try await bridge.command("migrate")
                let online = try await bridge.command("doctor", "--online")
                #expect(online.contains("ok       apple default/voip: production: good"), "\(online)")
                // Both runs used the provider tokens that all processes agree on: Apple counts their changes. One key
                // makes the same one for both channels within a second.
                let received = bridge.simulator.received()
                #expect(received.count == 8)
                #expect((1...2).contains(Set(received.compactMap { $0.header("authorization") }).count))
            }
        }

        @Test func aKeyThatAppleRefusesIsNamedAndNothingIsWipedForIt() async throws {
            try await Bridge.run { bridge in
                let stranger = try SimulatedSigningKey()
                func option(_ name: String, _ value: String) throws {
                    try bridge.site.execute(
                        "REPLACE INTO wp_options (option_name, option_value) VALUES (?, ?)",
                        [.text(name), .text(value)])
                }
                try option("p8", stranger.p8())
                try option("key", stranger.keyID)
                try option("team", stranger.teamID)
                try option("bundle", Bridge.bundleID)
                let words = [
                    "credentials", "import-legacy", "--app", "default", "--channel", "standard", "--bundle-id-option",
                    "bundle", "--p8-option", "p8", "--key-id-option", "key", "--team-id-option", "team", "--wipe",
                ]
                let refused = try bridge.launch(words)
                try await bridge.exit(of: refused, 5)
                #expect(try refused.log.contains("nothing was wiped, because Apple does not take it"))
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_options WHERE option_name = 'p8'") == 1)
                let found = try rows(
                    try await bridge.command("credentials", "verify", "--channel", "standard", "--json", expecting: 5))
                #expect(found.first?["reason"] == "InvalidProviderToken")
                try await bridge.command("migrate")
                #expect(try await bridge.command("doctor", "--online", expecting: 5).contains("FAILED   apple"))

                try option("p8", bridge.key.p8())
                try option("key", bridge.key.keyID)
                try option("team", bridge.key.teamID)
                try await bridge.exit(of: try bridge.launch(words))
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_options WHERE option_name = 'p8'") == 0)
            }
        }

        @Test func appleOutOfReachProvesNothing() async throws {
            try await Bridge.run { bridge in
                bridge.simulator.stop()
                let found = try rows(try await bridge.command("credentials", "verify", "--json", expecting: 1))
                #expect(found.allSatisfy { $0["finding"] == "unknown" && $0["reason"] == "CannotConnect" }, "\(found)")
            }
        }
    }
}
