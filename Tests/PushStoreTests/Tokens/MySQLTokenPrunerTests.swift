import MariaDB
import PushCore
import PushStore
import TestSupport
import Testing

@Suite struct MySQLTokenPrunerTests {
    private let a = token("a")
    private let b = token("b")
    private let c = token("c")
    private static let prunes = "SELECT token, state, umeta_id, old_value, new_value FROM {prunes} ORDER BY id"

    /// The dead recipients among the user's, as a claimed action knows them.
    private func verdicts(
        _ site: TokenSite, _ tokens: [String], user: UInt64 = 1, app: String = "default",
        reason: String = "Unregistered",
        timestamp: Int64? = nil
    ) async throws -> [PruneVerdict] {
        try await site.recipients(user, app: app).filter { tokens.contains($0.column) }.map { recipient in
            PruneVerdict(
                actionID: 5, app: app, recipient: recipient, death: TokenDeath(reason: reason, timestamp: timestamp),
                environment: .production)
        }
    }

    @Test(arguments: [
        ("AAAA", nil),
        (" <aa aa> ", nil),
        ("a:1:{i:0;s:4:\"aaaa\";}", nil),
        ("a:2:{i:0;s:4:\"aaaa\";i:1;s:4:\"bbbb\";}", "a:1:{i:1;s:4:\"bbbb\";}"),
        ("a:2:{s:5:\"phone\";s:4:\"aaaa\";s:3:\"pad\";s:4:\"BBBB\";}", "a:1:{s:3:\"pad\";s:4:\"BBBB\";}"),
        (
            #"a:2:{i:3;a:2:{s:5:"token";s:4:"bbbb";s:1:"n";d:1.5;}i:7;a:2:{s:5:"token";s:4:"aaaa";s:1:"x";b:1;}}"#,
            #"a:1:{i:3;a:2:{s:5:"token";s:4:"bbbb";s:1:"n";d:1.5;}}"#
        ),
        ("s:36:\"a:2:{i:0;s:4:\"aaaa\";i:1;s:4:\"bbbb\";}\";", "s:21:\"a:1:{i:1;s:4:\"bbbb\";}\";"),
        (#"["aaaa"]"#, nil),
        (#"[ "bbbb", "AAAA" ,"cccc"]"#, #"[ "bbbb" ,"cccc"]"#),
        (#"{"token":"aaaa","device":"Büro 🎉"}"#, nil),
        (#"[{"token":"bbbb","device":"Büro 🎉"},{"token":"aaaa"}]"#, #"[{"token":"bbbb","device":"Büro 🎉"}]"#),
    ])
    func theDeadTokenAndOnlyItLeavesEveryFormOfValue(stored: String, left: String?) async throws {
        let site = try await TokenSite()
        let row = try await site.add(1, stored)
        try await site.add(1, "aaaa", key: "mam_ios_voip_token")
        try await site.add(2, stored)
        let summary = try await site.pruner.apply(verdicts(site, ["aaaa"], timestamp: 1_700_000_000_123), mode: .direct)
        #expect(summary.removed == 1)
        let value = try await site.value(row)
        #expect(value == left)
        #expect(try await site.value(row + 1) == "aaaa")
        #expect(try await site.value(row + 2) == stored)
        #expect(
            try await site.rows(
                "SELECT app, user_id, umeta_id, meta_key, token, environment, reason, action_id, state, apns_timestamp, "
                    + "old_value, new_value, undone_by FROM {prunes}") == [
                    [
                        "default", "1", "\(row)", "mam_ios_device_token", "aaaa", "production", "Unregistered", "5",
                        "removed", "2023-11-14 22:13:20.123", stored, value, nil,
                    ]
                ])
        guard let value, PHP.reads(value) else { return }
        let printed = try PHP.run("echo json_encode(unserialize(hex2bin($argv[1])));", [value.hex])
        #expect(!printed.contains("false") && !printed.contains("aaaa") && printed.lowercased().contains("bbbb"))
    }

    @Test(arguments: ["latin1", "utf8mb3"])
    func oldTablesInOtherCharsetsKeepTheirBytes(charset: String) async throws {
        let site = try await TokenSite()
        try await site.execute("ALTER TABLE {usermeta} CONVERT TO CHARACTER SET \(charset)")
        // Old sites keep UTF-8 in latin1 columns, since their sessions say latin1, too.
        let stored = #"[{"token":"\#(a)","device":"Bü"},{"token":"\#(b)","device":"Büro"}]"#
        try await site.execute(
            "INSERT INTO {usermeta} (user_id, meta_key, meta_value) VALUES (1, 'mam_ios_device_token', ?)",
            [.bytes(Array(stored.utf8))])
        let before = try await site.rows("SELECT HEX(meta_value) FROM {usermeta}")
        #expect(try await site.pruner.apply(verdicts(site, [a]), mode: .direct).removed == 1)
        #expect(
            try await site.rows("SELECT CAST(meta_value AS BINARY) FROM {usermeta}")
                == [[#"[{"token":"\#(b)","device":"Büro"}]"#]])
        #expect(try await site.pruner.undo(1, by: "cli") == .restored)
        #expect(try await site.rows("SELECT HEX(meta_value) FROM {usermeta}") == before)
    }

    @Test func twoDeadTokensOfOneValueAreBothRemovedInOneStep() async throws {
        let site = try await TokenSite()
        let list = try await site.add(1, #"["\#(a)","\#(b)","\#(c)"]"#)
        let all = try await site.add(1, #"["\#(token("d"))","\#(token("e"))"]"#)
        let dead = try await verdicts(site, [a, c, token("d"), token("e")])
        #expect(try await site.pruner.apply(dead, mode: .direct).removed == 4)
        #expect(try await site.value(list) == #"["\#(b)"]"#)
        #expect(try await site.value(all) == nil)
        // Again: nothing more happens.
        #expect(try await site.pruner.apply(dead, mode: .direct).changed == 4)
        #expect(try await site.rows(Self.prunes).count == 4)
    }

    @Test func aTokenInSeveralRowsOfAUserLeavesThemAll() async throws {
        let site = try await TokenSite()
        let rows = [try await site.add(1, a), try await site.add(1, #"["\#(b)","\#(a)"]"#)]
        try await site.pruner.prune(verdicts(site, [a]), mode: .direct)
        #expect(try await site.value(rows[0]) == nil)
        #expect(try await site.value(rows[1]) == #"["\#(b)"]"#)
        #expect(try await site.recipients(1).map(\.column) == [b])
    }

    @Test(arguments: ["bbbb", "AAAA", "aaaa ", ""])
    func whatTheSiteChangedMeanwhileIsLeftAlone(changed: String) async throws {
        let site = try await TokenSite()
        let row = try await site.add(1, "aaaa")
        let dead = try await verdicts(site, ["aaaa"])
        try await site.execute(
            "UPDATE {usermeta} SET meta_value = ? WHERE umeta_id = ?", [.text(changed), .unsigned(row)])
        #expect(try await site.pruner.apply(dead, mode: .direct).changed == 1)
        #expect(try await site.value(row) == changed)
        #expect(try await site.rows(Self.prunes).isEmpty)
    }

    @Test func aRowThatTheSiteIsWritingIsNotWaitedForAndTheVerdictIsReported() async throws {
        let site = try await TokenSite()
        let writer = try Connection(site.configuration)
        try await site.add(1, a)
        let dead = try await verdicts(site, [a])
        try writer.execute("START TRANSACTION")
        try writer.execute("UPDATE wp_usermeta SET meta_value = ? WHERE umeta_id = 1", [.text(b)])
        let summary = try await site.pruner.apply(dead, mode: .direct)
        try writer.execute("COMMIT")
        #expect(summary.reported == 1)
        #expect(try await site.value(1) == b)
        #expect(try await site.rows(Self.prunes).map { $0[1] } == ["reported"])
    }

    @Test func aTokenRegisteredAfterApplesVerdictStays() async throws {
        let site = try await TokenSite()
        let row = try await site.add(1, #"{"token":"\#(a)","registered_at":1800000000}"#)
        let older = try await verdicts(site, [a], timestamp: 1_799_999_999_999)
        #expect(try await site.pruner.apply(older, mode: .direct).registeredLater == 1)
        #expect(try await site.value(row) != nil)
        #expect(try await site.rows(Self.prunes).isEmpty)
        let younger = try await verdicts(site, [a], timestamp: 1_800_000_000_000)
        #expect(try await site.pruner.apply(younger, mode: .direct).removed == 1)
        #expect(try await site.value(row) == nil)
    }

    @Test(arguments: PruningMode.all)
    func valuesWithObjectsOrReferencesAreReportedAndNeverRewritten(mode: PruningMode) async throws {
        let site = try await TokenSite()
        let value = #"a:2:{i:0;s:4:"aaaa";i:1;O:8:"stdClass":1:{s:5:"token";s:4:"bbbb";}}"#
        let row = try await site.add(1, value)
        for _ in 1...2 { _ = try await site.pruner.apply(verdicts(site, ["aaaa", "bbbb"]), mode: mode) }
        #expect(try await site.value(row) == value)
        #expect(try await site.rows(Self.prunes).map { $0[1] } == ["reported", "reported"])
        #expect(try await site.recipients(1).map(\.isPruned) == [false, false])
    }

    @Test func inModePluginAVerdictIsWrittenOnceAndUsermetaIsNotTouched() async throws {
        let site = try await TokenSite()
        let row = try await site.add(1, a)
        let dead = try await verdicts(site, [a])
        #expect(try await site.pruner.apply(dead, mode: .plugin).verdicts == 1)
        #expect(try await site.pruner.apply(dead, mode: .plugin).repeated == 1)
        #expect(try await site.value(row) == a)
        #expect(try await site.rows(Self.prunes) == [[a, "verdict", "\(row)", nil, nil]])
        #expect(try await site.recipients(1).map(\.isPruned) == [true])
    }

    @Test func inModeReportNothingIsRemovedAndTheTokenIsStillSentTo() async throws {
        let site = try await TokenSite()
        let row = try await site.add(1, a)
        for _ in 1...2 { try await site.pruner.prune(verdicts(site, [a]), mode: .report) }
        #expect(try await site.value(row) == a)
        #expect(try await site.rows(Self.prunes) == [[a, "reported", "\(row)", nil, nil]])
        #expect(try await site.recipients(1).map(\.isPruned) == [false])
    }

    @Test func twoDaemonsThatPruneAtOnceRemoveEachTokenOnce() async throws {
        let site = try await TokenSite()
        for user in 1...20 as ClosedRange<UInt64> { try await site.add(user, #"["\#(a)","\#(b)"]"#) }
        var dead: [PruneVerdict] = []
        for user in 1...20 as ClosedRange<UInt64> { dead += try await verdicts(site, [a], user: user) }
        let verdicts = dead
        let second = TokenSite(secondDaemonOf: site)
        async let one = site.pruner.apply(verdicts, mode: .direct)
        async let two = second.pruner.apply(verdicts, mode: .direct)
        let summaries = try await [one, two]
        #expect(summaries.map(\.removed).reduce(0, +) == 20 && summaries.map(\.changed).reduce(0, +) == 20)
        #expect(try await site.rows("SELECT DISTINCT meta_value FROM {usermeta}") == [[#"["\#(b)"]"#]])
        #expect(try await site.rows(Self.prunes).count == 20)
    }

    @Test func whatIsLearnedReplacesWhatWasKnown() async throws {
        let site = try await TokenSite()
        let tokens = (4096..<4696).compactMap { DeviceToken(hex: String($0, radix: 16)) }
        try await site.pruner.learn(Dictionary(uniqueKeysWithValues: tokens.map { ($0, .sandbox) }))
        try await site.pruner.learn([tokens[0]: .production])
        try await site.pruner.learn([:])
        #expect(
            try await site.rows("SELECT environment, COUNT(*) FROM {environments} GROUP BY environment ORDER BY 1")
                == [["production", "1"], ["sandbox", "\(tokens.count - 1)"]])
    }
}
