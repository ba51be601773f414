import MariaDB
import PushCore
import PushStore
import Testing

@Suite struct UndoTests {
    private let a = token("a")
    private let b = token("b")
    private let c = token("c")

    private func prune(
        _ site: TokenSite, _ tokens: [String], user: UInt64 = 1, mode: PruningMode = .direct,
        environment: PushEnvironment = .production
    ) async throws {
        let verdicts = try await site.recipients(user).filter { tokens.contains($0.column) }.map { recipient in
            PruneVerdict(
                actionID: 1, app: "default", recipient: recipient,
                death: TokenDeath(reason: "BadDeviceToken", timestamp: nil), environment: environment)
        }
        try await site.pruner.prune(verdicts, mode: mode)
    }

    private func set(_ site: TokenSite, _ row: UInt64, _ value: String) async throws {
        try await site.execute(
            "UPDATE {usermeta} SET meta_value = ? WHERE umeta_id = ?", [.text(value), .unsigned(row)])
    }

    @Test func anUntouchedValueComesBackByteByByte() async throws {
        let site = try await TokenSite()
        let value = #" [ "\#(a)" ,{"token":"\#(b)", "device":"Büro"} ]"#
        try await site.add(1, value)
        try await prune(site, [b])
        #expect(try await site.pruner.undo(1, by: "cli") == .restored)
        #expect(try await site.value(1) == value)
        #expect(
            try await site.rows("SELECT state, undone_by, undone_at > created_at - INTERVAL 1 SECOND FROM {prunes}")
                == [["undone", "cli", "1"]])
        #expect(try await site.recipients(1).map(\.isPruned) == [false, false])
        #expect(try await site.pruner.undo(1, by: "cli") == .alreadyUndone)
        #expect(try await site.value(1) == value)
    }

    @Test func aRowThatWentIsPutBackUnderItsNumber() async throws {
        let site = try await TokenSite()
        try await site.add(1, a)
        try await site.add(1, b)
        try await prune(site, [a])
        #expect(try await site.pruner.undo(1, by: "cli") == .restored)
        #expect(
            try await site.rows("SELECT umeta_id, user_id, meta_key, meta_value FROM {usermeta} ORDER BY 1") == [
                ["1", "1", "mam_ios_device_token", a], ["2", "1", "mam_ios_device_token", b],
            ])
    }

    @Test func aValueThatChangedKeepsTheChangeAndTheTokenGetsARowOfItsOwnInItsOldForm() async throws {
        let site = try await TokenSite()
        let record = #"a:2:{s:5:"token";s:64:"\#(a)";s:11:"environment";s:7:"sandbox";}"#
        let row = try await site.add(1, #"a:2:{i:0;\#(record)i:1;s:64:"\#(b)";}"#)
        try await prune(site, [a])
        try await set(site, row, c)
        #expect(try await site.pruner.undo(1, by: "cli") == .readded(metaID: 2))
        #expect(try await site.value(1) == c)
        #expect(try await site.value(2) == "a:1:{i:0;\(record)}")
        let found = try await site.recipients(1)
        #expect(found.map(\.column) == [c, a] && found[1].environment == .sandbox && !found[1].isPruned)
    }

    @Test func aTokenThatStandsThereAgainIsNotAddedTwice() async throws {
        let site = try await TokenSite()
        try await site.add(1, #"["\#(a)","\#(b)"]"#)
        try await prune(site, [a])
        try await set(site, 1, #"["\#(b)","\#(a)"]"#)
        #expect(try await site.pruner.undo(1, by: "cli") == .alreadyThere)
        #expect(try await site.recipients(1).map(\.column) == [b, a])
        // A row that went, while the app registered the device again.
        let row = try await site.add(2, c)
        try await prune(site, [c], user: 2)
        try await site.add(2, c)
        #expect(try await site.pruner.undo(2, by: "cli") == .alreadyThere)
        #expect(try await site.value(row) == nil)
        #expect(try await site.recipients(2).map(\.duplicates.count) == [0])
    }

    @Test func oneOfTwoRemovalsOfAValueCanBeUndoneAlone() async throws {
        let site = try await TokenSite()
        try await site.add(1, #"["\#(a)","\#(b)"]"#)
        try await prune(site, [a, b])
        #expect(try await site.value(1) == nil)
        #expect(try await site.pruner.undo(1, by: "cli").isSuccess)
        #expect(try await site.recipients(1).map(\.column) == [a])
        #expect(try await site.pruner.undo(2, by: "cli").isSuccess)
        #expect(Set(try await site.recipients(1).map(\.column)) == [a, b])
    }

    @Test func aNumberThatTheServerGaveToAnotherRowIsLeftToIt() async throws {
        let site = try await TokenSite()
        try await site.add(1, a)
        try await prune(site, [a])
        try await site.execute("INSERT INTO {usermeta} VALUES (1, 2, 'nickname', 'x')")
        #expect(try await site.pruner.undo(1, by: "cli") == .readded(metaID: 2))
        #expect(try await site.value(1) == "x")
        #expect(try await site.value(2) == a)
    }

    @Test func aVerdictIsWithdrawnAndAReportIsNothingToUndo() async throws {
        let site = try await TokenSite()
        try await site.add(1, a)
        try await prune(site, [a], mode: .plugin)
        #expect(try await site.pruner.undo(1, by: "cli") == .withdrawn)
        #expect(try await site.recipients(1).map(\.isPruned) == [false])
        try await prune(site, [a], mode: .report)
        #expect(try await site.pruner.undo(2, by: "cli") == .onlyReported)
        #expect(try await site.pruner.undo(99, by: "cli") == .notFound)
    }

    @Test func afterAFloodThePluginFindsNoVerdictOfItLeftToApply() async throws {
        let site = try await TokenSite()
        for (place, token) in [a, b, c].enumerated() {
            try await site.add(UInt64(place + 1), token)
            try await prune(site, [token], user: UInt64(place + 1), mode: .plugin)
        }
        // The plugin was quicker with the second.
        try await site.execute("DELETE FROM {usermeta} WHERE user_id = 2")
        try await site.execute("UPDATE {prunes} SET state = 'removed' WHERE user_id = 2")
        try await site.pruner.undoRemovals(app: "default", kind: .standard, environment: .production, since: 600_000)
        #expect(
            try await site.rows("SELECT state, undone_by, COUNT(*) FROM {prunes} GROUP BY 1, 2")
                == [["undone", "breaker", "3"]])
        for (user, token) in zip(UInt64(1)..., [a, b, c]) {
            let found = try await site.recipients(user)
            #expect(found.map(\.column) == [token] && !found[0].isPruned)
        }
    }

    @Test func whatThePluginRemovedIsAddedAgain() async throws {
        let site = try await TokenSite()
        try await site.add(1, a)
        try await prune(site, [a], mode: .plugin)
        try await site.execute("DELETE FROM {usermeta}")
        try await site.execute("UPDATE {prunes} SET state = 'removed'")
        #expect(try await site.pruner.undo(1, by: "cli") == .readded(metaID: 2))
        #expect(try await site.recipients(1).map(\.column) == [a])
    }

    @Test func afterAFloodEveryValueIsWhatItWasAndOtherPrunesStay() async throws {
        let site = try await TokenSite()
        let values = [
            a, #"["\#(a)","\#(b)"]"#, "a:2:{i:0;s:64:\"\(b)\";i:5;s:64:\"\(a)\";}", #"{"x":"\#(c)","y":"\#(a)"}"#,
        ]
        for (index, value) in values.enumerated() { try await site.add(UInt64(index / 2 + 1), value) }
        try await site.add(3, token("d"))
        try await site.add(4, token("e"), key: "mam_ios_voip_token")
        try await site.add(5, token("f"))
        let before = try await site.rows("SELECT * FROM {usermeta} ORDER BY umeta_id")
        try await prune(site, [token("f")], user: 5)
        try await site.execute("UPDATE {prunes} SET created_at = UTC_TIMESTAMP(3) - INTERVAL 11 MINUTE")
        try await prune(site, [token("d")], user: 3, environment: .sandbox)
        try await prune(site, [a, b, c], user: 1)
        try await prune(site, [a, c, b], user: 2)
        #expect(try await site.rows("SELECT COUNT(*) FROM {usermeta}") == [["1"]])
        try await site.pruner.undoRemovals(app: "default", kind: .standard, environment: .production, since: 600_000)
        let after = try await site.rows("SELECT * FROM {usermeta} ORDER BY umeta_id")
        #expect(after == before.filter { $0[0] != "5" && $0[0] != "7" })
        #expect(
            try await site.rows("SELECT state, undone_by, COUNT(*) FROM {prunes} GROUP BY 1, 2 ORDER BY 1")
                == [["removed", nil, "2"], ["undone", "breaker", "7"]])
        #expect(try await site.recipients(1).allSatisfy { !$0.isPruned })
    }
}
