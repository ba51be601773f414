import ApnsSimulator
import MariaDB
import ServiceRuntime
import TestSupport
import Testing

extension EndToEndTests {
    @Suite struct SlowDatabaseTests {
        @Test func aCallWhoseResultWaitsForALockLongerThanItsLeaseIsNeitherRungAgainNorForgotten() async throws {
            var setup = Bridge.Setup()
            setup.configuration["voip"] = ["max_age = 60"]
            setup.simulator = { $0.settings.answerDelay = 1000 }
            try await Bridge.run(setup) { bridge in
                let phone = try bridge.addDevice(voip: true)
                try await bridge.startDaemon()
                let call = try bridge.site.enqueue(Call.message, type: "voip")
                #expect(try await eventually { bridge.received(phone).count == 1 })
                let other = try Connection(bridge.site.connection)
                try other.execute("START TRANSACTION")
                _ = try other.query("SELECT id FROM wp_pushbridge_actions WHERE id = ? FOR UPDATE", [.unsigned(call)])
                // The lease of a call is 8 seconds.
                try await Task.sleep(for: .seconds(10))
                try other.execute("COMMIT")
                #expect(try await bridge.settled(call).state == "sent")
                #expect(try bridge.site.deliveries(call).map(\.status) == ["delivered"])
                #expect(bridge.received(phone).count == 1)
            }
        }
    }
}
