import ApnsSimulator
import Glibc
import MariaDB
import TestSupport
import Testing

extension EndToEndTests {
    /// A flood of rejections has removed nothing in the end, whichever daemons saw it.
    @Suite struct PruningFloodTests {
        private static func tokens(_ bridge: Bridge) throws -> [String] {
            try bridge.site.query("SELECT meta_value FROM wp_usermeta ORDER BY user_id").map { try $0.string(0) }
        }

        private static func removed(_ bridge: Bridge) throws -> Int {
            try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_prunes WHERE state = 'removed'")
        }

        private static func addDeadDevices(_ users: ClosedRange<Int>, _ bridge: Bridge) throws {
            for user in users {
                try bridge.site.addMeta(user: UInt64(user), Bridge.standardKey, Array(bridge.makeToken().utf8))
            }
        }

        /// One after the other, so that the tokens are gone before the flood is known for one.
        private static func send(to users: ClosedRange<Int>, _ bridge: Bridge) async throws {
            for user in users {
                let id = try bridge.site.enqueue(#"{"title":"x"}"#, user: UInt64(user))
                #expect(try await bridge.settled(id).reason == "BadDeviceToken")
            }
        }

        @Test func ofWhichEachOfThreeDaemonsSawTooLittleToKnowIt() async throws {
            try await Bridge.run { bridge in
                try Self.addDeadDevices(1...48, bridge)
                let before = try Self.tokens(bridge)
                for _ in 0..<3 { try await bridge.startDaemon() }
                try await Self.send(to: 1...48, bridge)
                #expect(try await eventually { try Self.tokens(bridge) == before })
                #expect(try Self.removed(bridge) == 0)
            }
        }

        @Test(arguments: [SIGTERM, SIGKILL])
        func inWhichTheDaemonWasStartedAnew(signal: Int32) async throws {
            try await Bridge.run { bridge in
                try Self.addDeadDevices(1...36, bridge)
                let before = try Self.tokens(bridge)
                let first = try await bridge.startDaemon()
                try await Self.send(to: 1...18, bridge)
                #expect(try Self.tokens(bridge).count == 18)
                first.signal(signal)
                try await bridge.exit(of: first, signal == SIGTERM ? 0 : 128 + signal)
                let second = try await bridge.startDaemon()
                try await Self.send(to: 19...36, bridge)
                #expect(try await eventually { try Self.tokens(bridge) == before })
                #expect(try Self.removed(bridge) == 0)
                #expect(try second.log.contains("pruning_stopped"))

                // It stays stopped for the next one, too.
                second.signal(SIGTERM)
                try await bridge.exit(of: second)
                let third = try await bridge.startDaemon()
                try await Self.send(to: 1...3, bridge)
                #expect(try Self.tokens(bridge) == before)
                #expect(try third.log.contains("pruning_stopped"))
            }
        }

        @Test func whoseLastAnswersAKilledDaemonCouldNotWrite() async throws {
            try await Bridge.run { bridge in
                try Self.addDeadDevices(1...40, bridge)
                let before = try Self.tokens(bridge)
                let first = try await bridge.startDaemon()
                try await Self.send(to: 1...25, bridge)
                #expect(try await eventually { try Self.tokens(bridge) == before })

                bridge.simulator.settings.answerDelay = 700
                let asked = bridge.simulator.receivedCount()
                let actions = try (26...40).map { try bridge.site.enqueue(#"{"title":"x"}"#, user: UInt64($0)) }
                #expect(try await eventually { bridge.simulator.receivedCount() >= asked + 15 })
                let other = try Connection(bridge.site.connection)
                try other.execute("START TRANSACTION")
                _ = try other.query("SELECT id FROM wp_pushbridge_actions FOR UPDATE")
                // Both environments answer; what came of it waits for the lock.
                try await Task.sleep(for: .seconds(3))
                first.signal(SIGKILL)
                try await bridge.exit(of: first, 128 + SIGKILL)
                try other.execute("COMMIT")
                bridge.simulator.settings.answerDelay = 0
                let second = try await bridge.startDaemon()
                #expect(try second.log.contains("journal_replayed"))
                for action in actions { _ = try await bridge.settled(action) }
                #expect(try Self.tokens(bridge) == before)
                #expect(try Self.removed(bridge) == 0)
            }
        }

        @Test func leavesAloneWhatWasRemovedLongBefore() async throws {
            try await Bridge.run { bridge in
                try Self.addDeadDevices(1...26, bridge)
                let before = try Self.tokens(bridge)
                try await bridge.startDaemon()
                try await Self.send(to: 1...1, bridge)
                try bridge.site.execute(
                    "UPDATE wp_pushbridge_prunes SET created_at = created_at - INTERVAL 11 MINUTE")
                try await Self.send(to: 2...26, bridge)
                #expect(try await eventually { try Self.tokens(bridge) == Array(before.dropFirst()) })
                #expect(try Self.removed(bridge) == 1)
            }
        }

        @Test func ofOneKindOfTokensStopsThePruningOfNoOther() async throws {
            try await Bridge.run { bridge in
                for user in 1...25 {
                    try bridge.site.addMeta(user: UInt64(user), "mam_ios_widgets_token", Array(bridge.makeToken().utf8))
                }
                try Self.addDeadDevices(26...26, bridge)
                let before = try Self.tokens(bridge)
                let daemon = try await bridge.startDaemon()
                for user in 1...25 {
                    let id = try bridge.site.enqueue(#"{"content_changed":true}"#, type: "widgets", user: UInt64(user))
                    #expect(try await bridge.settled(id).reason == "BadDeviceToken")
                }
                #expect(try await eventually { try Self.tokens(bridge) == before })
                #expect(try daemon.log.contains("default/widgets/"))
                try await Self.send(to: 26...26, bridge)
                #expect(try Self.tokens(bridge) == before.dropLast())
            }
        }

        @Test func isWhatTheConfigurationCallsSo() async throws {
            var setup = Bridge.Setup()
            setup.configuration["pruning"] = ["breaker_minimum = 4", "breaker_share = 0.2"]
            try await Bridge.run(setup) { bridge in
                for user in 101...112 { try bridge.addDevice(user: UInt64(user)) }
                try Self.addDeadDevices(1...4, bridge)
                let before = try Self.tokens(bridge)
                try await bridge.startDaemon()
                for user in 101...112 {
                    let id = try bridge.site.enqueue(#"{"title":"x"}"#, user: UInt64(user))
                    #expect(try await bridge.settled(id).state == "sent")
                }
                try await Self.send(to: 1...3, bridge)
                #expect(try Self.removed(bridge) == 3)
                try await Self.send(to: 4...4, bridge)
                // 4 of 16 are more than a fifth.
                #expect(try await eventually { try Self.tokens(bridge) == before })
            }
        }
    }
}
