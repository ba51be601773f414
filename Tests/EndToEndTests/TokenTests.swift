import ApnsSimulator
import JSONText
import MariaDB
import ServiceRuntime
import Testing

extension EndToEndTests {
    @Suite struct TokenTests {
        @Test func aSandboxTokenIsFoundAndAskedThereFirstTheNextTime() async throws {
            try await Bridge.run { bridge in
                let token = try bridge.addDevice(.sandbox)
                try await bridge.startDaemon()
                let first = try bridge.site.enqueue(#"{"title":"1"}"#)
                #expect(try await bridge.settled(first).state == "sent")
                #expect(bridge.received(token).map(\.environment) == [.production, .sandbox])
                #expect(Set(bridge.received(token).map { $0.header("apns-id") }).count == 1)
                #expect(try bridge.site.deliveries(first).map(\.environment) == ["sandbox"])
                let learned = try bridge.site.query("SELECT token, environment FROM wp_pushbridge_token_environments")
                #expect(try learned.map { try [$0.string(0), $0.string(1)] } == [[token, "sandbox"]])
                bridge.simulator.clear()
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"2"}"#)).state == "sent")
                #expect(bridge.received(token).map(\.environment) == [.sandbox])
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_prunes") == 0)
            }
        }

        @Test func aDeadTokenLeavesItsValueAndNothingElseDoes() async throws {
            try await Bridge.run { bridge in
                let dead = (0..<3).map { _ in bridge.makeToken() }
                let alive = (0..<2).map { _ in bridge.makeDevice() }
                let key = Bridge.standardKey
                let bare = try bridge.site.addMeta(user: 1, key, Array(dead[0].utf8))
                let array = try bridge.site.addMeta(
                    user: 2, key, Array(#"a:2:{i:0;s:64:"\#(alive[0])";i:1;s:64:"\#(dead[1])";}"#.utf8))
                let records = try bridge.site.addMeta(
                    user: 3, key,
                    Array(
                        #"[{"token":"\#(dead[2])","device":"old"}, {"device":"né","token":"\#(alive[1])"}]"#.utf8))
                let nickname = try bridge.site.addMeta(user: 1, "nickname", Array(dead[0].utf8))
                try await bridge.startDaemon()
                let actions = try (1...3).map { try bridge.site.enqueue(#"{"title":"x"}"#, user: $0) }
                let ends = try await [
                    bridge.settled(actions[0]), bridge.settled(actions[1]), bridge.settled(actions[2]),
                ]
                #expect(ends.map(\.state) == ["failed", "partial", "partial"])
                #expect(ends.map(\.reason) == ["BadDeviceToken", "BadDeviceToken", "BadDeviceToken"])
                #expect(ends.map(\.pruned) == [1, 1, 1])
                for token in dead {
                    #expect(Set(bridge.received(token).map(\.environment)) == [.production, .sandbox])
                }
                #expect(try bridge.site.meta(bare) == nil)
                #expect(try bridge.site.meta(array) == #"a:1:{i:0;s:64:"\#(alive[0])";}"#)
                #expect(
                    try JSONParser.parse(Array((bridge.site.meta(records) ?? "").utf8))
                        == [["device": "né", "token": .string(alive[1])]])
                #expect(try bridge.site.meta(nickname) == dead[0])

                let prunes = try bridge.site.query(
                    """
                    SELECT user_id, meta_key, token, reason, umeta_id, state FROM wp_pushbridge_prunes ORDER BY user_id
                    """)
                #expect(
                    try prunes.map { try $0.string(2) } == dead && prunes.allSatisfy { try $0.string(1) == key }
                        && prunes.allSatisfy { try $0.string(3) == "BadDeviceToken" })
                #expect(try prunes.map { try $0.uint64(4) } == [bare, array, records])

                // A stale cache writes the value back: it is not believed.
                try bridge.site.execute(
                    "INSERT INTO wp_usermeta (umeta_id, user_id, meta_key, meta_value) VALUES (?, 1, ?, ?)",
                    [.unsigned(bare), .text(key), .text(dead[0])])
                bridge.simulator.clear()
                let again = try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#))
                #expect(again.reason == "PrunedToken")
                #expect(bridge.simulator.receivedCount() == 0)
            }
        }

        @Test func aPluginWithAPersistentObjectCacheIsLeftTheRemoval() async throws {
            try await Bridge.run { bridge in
                let set = "REPLACE INTO wp_pushbridge_settings (name, value) VALUES ('object_cache', ?)"
                try bridge.site.execute(set, [.text("1")])
                let tokens = [bridge.makeToken(), bridge.makeToken()]
                let rows = try tokens.enumerated().map { place, token in
                    try bridge.site.addMeta(user: UInt64(place + 1), Bridge.standardKey, Array(token.utf8))
                }
                let state = "SELECT state FROM wp_pushbridge_prunes WHERE umeta_id = ?"
                try await bridge.startDaemon()
                let action = try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#, user: 1))
                #expect(action.reason == "BadDeviceToken")
                #expect(action.pruned == 1)
                #expect(try bridge.site.meta(rows[0]) == tokens[0])
                #expect(try bridge.site.query(state, [.unsigned(rows[0])]).map { try $0.string(0) } == ["verdict"])
                // The verdict holds before the plugin has carried it out.
                let again = try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#, user: 1))
                #expect(again.reason == "PrunedToken")

                // Without the cache the daemon removes again. Its second sign of life from now follows a look at the settings.
                try bridge.site.execute(set, [.text("0")])
                for _ in 0..<2 {
                    let beat = "SELECT UNIX_TIMESTAMP(MAX(heartbeat_at)) * 1000 DIV 1 FROM wp_pushbridge_workers"
                    let last = try bridge.site.number(beat)
                    #expect(try await eventually { try bridge.site.number(beat) > last })
                }
                _ = try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#, user: 2))
                #expect(try bridge.site.meta(rows[1]) == nil)
                #expect(try bridge.site.query(state, [.unsigned(rows[1])]).map { try $0.string(0) } == ["removed"])
            }
        }

        @Test func aTokenRegisteredAfterApplesTimeStampIsKept() async throws {
            try await Bridge.run { bridge in
                let now = WallClock.milliseconds
                let day: Int64 = 86_400_000
                let tokens = [now - day, now].map { bridge.makeDevice(state: .unregistered(at: $0)) }
                let rows = try tokens.enumerated().map { user, token in
                    let record = #"{"token":"\#(token)","registered_at":\#((now - day / 2) / 1000)}"#
                    return try bridge.site.addMeta(user: UInt64(user + 1), Bridge.standardKey, Array(record.utf8))
                }
                try await bridge.startDaemon()
                let older = try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#, user: 1))
                let later = try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#, user: 2))
                #expect([older.reason, later.reason] == ["Unregistered", "Unregistered"])
                #expect(try bridge.site.deliveries(older.id).map(\.status) == ["unregistered"])
                #expect(try bridge.site.meta(rows[0])?.contains(tokens[0]) == true)
                #expect(try bridge.site.meta(rows[1]) == nil)
                let prunes = try bridge.site.query(
                    "SELECT token, UNIX_TIMESTAMP(apns_timestamp) DIV 1 FROM wp_pushbridge_prunes")
                #expect(try prunes.map { try $0.string(0) } == [tokens[1]])
                #expect(try prunes.first?.int64(1) == now / 1000)
            }
        }

        @Test func aTokenThatOneEnvironmentCouldNotBeAskedAboutIsKept() async throws {
            try await Bridge.run { bridge in
                try bridge.simulator.register(bridge.key.registration(environments: [.production]))
                let token = bridge.makeToken()
                let row = try bridge.site.addMeta(user: 1, Bridge.standardKey, Array(token.utf8))
                let good = try bridge.addDevice(user: 2)
                try await bridge.startDaemon()
                for _ in 0..<2 {
                    let action = try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#))
                    #expect(action.reason == "EnvironmentUnproven")
                    #expect(try bridge.site.deliveries(action.id).map(\.status) == ["rejected"])
                }
                #expect(try bridge.site.meta(row) == token)
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_prunes") == 0)
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#, user: 2)).state == "sent")
                #expect(bridge.received(good).count == 1)
            }
        }

        @Test func aMessageForOneEnvironmentOrAnotherTopicRemovesNoToken() async throws {
            try await Bridge.run { bridge in
                let row = try bridge.site.addMeta(user: 1, Bridge.standardKey, Array(bridge.makeDevice().utf8))
                try await bridge.startDaemon()
                func send(_ message: String) async throws -> ActionRow {
                    try await bridge.settled(bridge.site.enqueue(message))
                }
                #expect(try await send(#"{"title":"x"}"#).state == "sent")
                let test = try await send(#"{"title":"x","environment":"sandbox"}"#)
                #expect(test.reason == "EnvironmentUnproven")
                #expect(test.pruned == 0)
                bridge.simulator.inject(
                    Fault(.answer(FaultAnswer(status: 410, reason: "Unregistered")), topic: "com.example.other"))
                let other = try await send(#"{"title":"x","headers":{"apns-topic":"com.example.other"}}"#)
                #expect(other.reason == "Unregistered")
                #expect(try bridge.site.meta(row) != nil)
                #expect(try bridge.site.number("SELECT COUNT(*) FROM wp_pushbridge_prunes") == 0)
                #expect(try await send(#"{"title":"x"}"#).state == "sent")
            }
        }

        @Test func aDeadTokenOfTwoUsersLeavesBothAndComesBackToBoth() async throws {
            try await Bridge.run { bridge in
                let token = bridge.makeDevice(state: .unregistered(at: 1_700_000_000_000))
                let rows = try [("7", token), ("8", "[\"\(token)\"]")].map { user, value in
                    try bridge.site.addMeta(user: UInt64(user) ?? 0, Bridge.standardKey, Array(value.utf8))
                }
                try await bridge.startDaemon()
                let id = try bridge.site.enqueue(
                    #"{"title":"x"}"#, user: nil, more: ["audience": #"'{"users":[7,8]}'"#])
                #expect(try await bridge.settled(id).pruned == 1)
                for row in rows { #expect(try bridge.site.meta(row) == nil) }
                let prunes = try bridge.site.query("SELECT user_id, id FROM wp_pushbridge_prunes ORDER BY umeta_id")
                #expect(try prunes.map { try $0.int(0) } == [7, 8])
                for prune in prunes { try await bridge.command("tokens", "undo", "\(prune.int(1))") }
                let owners = try bridge.site.query("SELECT user_id FROM wp_usermeta ORDER BY umeta_id")
                #expect(try owners.map { try $0.int(0) } == [7, 8])
            }
        }

        @Test func aDeadTokenIsGoneBeforeItsActionIsFinal() async throws {
            try await Bridge.run { bridge in
                let row = try bridge.site.addMeta(user: 1, Bridge.standardKey, Array(bridge.makeToken().utf8))
                // The list of prunings takes no row for a while.
                let other = try Connection(bridge.site.connection)
                try other.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                try other.execute("START TRANSACTION")
                _ = try other.query("SELECT id FROM wp_pushbridge_prunes FOR UPDATE")
                try await bridge.startDaemon()
                let id = try bridge.site.enqueue(#"{"title":"x"}"#)
                #expect(try await eventually { bridge.simulator.receivedCount() == 2 })
                try await Task.sleep(for: .milliseconds(1500))
                #expect(try bridge.site.action(id).state == "sending")
                try other.execute("COMMIT")
                #expect(try await bridge.settled(id).pruned == 1)
                #expect(try bridge.site.meta(row) == nil)
            }
        }

        @Test func aFloodOfRejectionsHasPrunedNothingInTheEnd() async throws {
            try await Bridge.run { bridge in
                for user in 1...200 {
                    try bridge.site.addMeta(user: UInt64(user), Bridge.standardKey, Array(bridge.makeToken().utf8))
                }
                let before = try Self.values(bridge)
                // In small portions, so that some tokens are gone before the flood is known for one.
                try await bridge.startDaemon()
                for users in stride(from: 1, through: 200, by: 10) {
                    let actions = try (users..<users + 10).map {
                        try bridge.site.enqueue(#"{"title":"x"}"#, user: UInt64($0))
                    }
                    for action in actions { #expect(try await bridge.settled(action).reason == "BadDeviceToken") }
                }
                #expect(try await eventually { try Self.values(bridge) == before })
                let removed = "SELECT COUNT(*) FROM wp_pushbridge_prunes WHERE state = 'removed'"
                #expect(try bridge.site.number(removed) == 0)
                let undone =
                    "SELECT COUNT(*) FROM wp_pushbridge_prunes WHERE state = 'undone' AND undone_by = 'breaker'"
                #expect(try bridge.site.number(undone) > 0)
                // What was put back is sent to again.
                let token = try #require(before.first)
                bridge.simulator.register(SimulatedToken(token, topics: [Bridge.bundleID]))
                #expect(try await bridge.settled(bridge.site.enqueue(#"{"title":"x"}"#)).state == "sent")
            }
        }

        private static func values(_ bridge: Bridge) throws -> [String] {
            try bridge.site.query("SELECT meta_value FROM wp_usermeta ORDER BY user_id").map { try $0.string(0) }
        }
    }
}
