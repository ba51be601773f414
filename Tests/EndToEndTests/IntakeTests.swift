import ApnsSimulator
import Glibc
import MariaDB
import TestSupport
import Testing

extension EndToEndTests {
    /// What a site writes to usermeta because it cannot write the queue's table.
    @Suite struct IntakeTests {
        private func add(_ value: String, user: UInt64 = 1, _ bridge: Bridge) throws {
            try bridge.site.addMeta(user: user, "pushbridge_action", Array(value.utf8))
        }

        private func isTaken(_ bridge: Bridge) throws -> Bool {
            try bridge.site.number("SELECT COUNT(*) FROM wp_usermeta WHERE meta_key = 'pushbridge_action'") == 0
        }

        @Test func aRowOfUsermetaBecomesAnActionAndGoes() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                let voip = try bridge.addDevice(voip: true)
                try await bridge.startDaemon()
                try add(#"{"title":"Hello","dedupe_key":"order 7"}"#, bridge)
                // Serialized by PHP, as add_user_meta() leaves an array.
                try add(
                    #"a:3:{s:4:"type";s:4:"voip";s:5:"title";s:4:"Anna";s:15:"callkit_payload";a:1:{s:4:"uuid";s:1:"u";}}"#,
                    bridge)
                #expect(try await eventually { try bridge.site.states() == ["sent": 2] })
                #expect(try isTaken(bridge))
                #expect(bridge.received(token).count == 1)
                #expect(bridge.received(voip).map { $0.header("apns-topic") } == [Bridge.bundleID + ".voip"])

                // Known already: gone, and nothing is sent.
                try add(#"{"title":"Hello again","dedupe_key":"order 7"}"#, bridge)
                #expect(try await eventually { try isTaken(bridge) })
                #expect(try bridge.site.states() == ["sent": 2])
                #expect(bridge.received(token).count == 1)
            }
        }

        @Test func anUnreadableRowBecomesAFailedActionWithItsBytes() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice()
                try await bridge.startDaemon()
                let values = [
                    #"{"title":"#, #"{"title":"x","user_id":2}"#, "O:8:\"stdClass\":0:{}", "\u{1F514} not a message",
                ]
                for value in values { try add(value, bridge) }
                try add(#"{"title":"good"}"#, bridge)
                #expect(try await eventually { try bridge.site.states() == ["failed": values.count, "sent": 1] })
                #expect(try isTaken(bridge))
                let kept = try bridge.site.query(
                    "SELECT message, reason, user_id FROM wp_pushbridge_actions WHERE state = 'failed' ORDER BY id")
                #expect(kept.map { String(decoding: $0.bytes(0) ?? [], as: UTF8.self) } == values)
                #expect(try kept.allSatisfy { try $0.string(1).hasPrefix("InvalidMessage") && $0.uint64(2) == 1 })
                #expect(bridge.received(token).count == 1)
            }
        }

        @Test func aKillLosesNoRowAndTakesNoneTwice() async throws {
            var setup = Bridge.Setup()
            setup.simulator = { $0.settings.unknownTokens = .accept }
            try await Bridge.run(setup) { bridge in
                let count = 600
                try bridge.addDevices(count)
                let first = try await bridge.startDaemon()
                try bridge.site.execute(
                    """
                    INSERT INTO wp_usermeta (user_id, meta_key, meta_value)
                    SELECT user_id, 'pushbridge_action', CONCAT('{"title":"to ', user_id, '"}') FROM wp_usermeta
                    """)
                #expect(
                    try await eventually { try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_actions") > 100 })
                first.signal(SIGKILL)
                try await bridge.exit(of: first, 128 + SIGKILL)
                try await bridge.startDaemon()
                #expect(try await eventually(within: 90) { try bridge.site.states() == ["sent": count] })
                #expect(try isTaken(bridge))
                #expect(try bridge.site.number("SELECT COUNT(DISTINCT user_id) FROM wp_pushbridge_actions") == count)
                #expect(Set(bridge.simulator.received().map(\.token)).count == count)
            }
        }
    }
}
