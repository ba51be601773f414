import ApnsSimulator
import TestSupport
import Testing

extension EndToEndTests {
    /// When most tokens live elsewhere all of a sudden, the configuration is at fault and no device.
    @Suite struct EnvironmentFlipTests {
        @Test func aFleetThatMovedToTheOtherEnvironmentStopsThePruningOfTheRest() async throws {
            try await Bridge.run { bridge in
                // In small portions, so that some tokens are gone before the flip is known for one. In the sandbox, where the
                // rest is refused last, far more are taken than refused.
                var rows: [UInt64] = []
                let daemon = try await bridge.startDaemon()
                for portion in 0..<8 {
                    let users = (1...10).map { UInt64(portion * 10 + $0) }
                    for user in users {
                        if user % 5 == 0 {
                            let token = Array(bridge.makeToken().utf8)
                            rows.append(try bridge.site.addMeta(user: user, Bridge.standardKey, token))
                        } else {
                            try bridge.addDevice(user: user, .sandbox)
                        }
                    }
                    let actions = try users.map { try bridge.site.enqueue(#"{"title":"x"}"#, user: $0) }
                    for action in actions { _ = try await bridge.settled(action) }
                }
                #expect(rows.count == 16)
                for row in rows { #expect(try await eventually { try bridge.site.meta(row) != nil }) }
                let removed = "SELECT COUNT(*) FROM wp_pushbridge_prunes WHERE state = 'removed'"
                #expect(try bridge.site.number(removed) == 0)
                let told = try daemon.log.split(separator: "\n").filter { $0.contains("pruning_stopped") }
                #expect(told.count == 1)
                #expect(told.first?.contains("default/standard/production") == true)
                #expect(told.first?.contains("other environment") == true)
                // Where they live now is learned all the same.
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_token_environments") == 64)
            }
        }
    }
}
