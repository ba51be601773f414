import JSONText
import MariaDB
import PushCore
import PushStore
import Testing

@Suite struct TokenHygieneTests {
    private let a = token("a")
    private let b = token("b")
    private let c = token("c")

    private func audit(_ site: TokenSite, limit: Int = 100) async throws -> TokenAuditReport {
        try await TokenAudit(database: site.database, tables: site.tables, settings: site.settings)
            .run(limit: limit, progress: { _ in })
    }

    private func clean(
        _ site: TokenSite, reportedToo: Bool = false, dryRun: Bool = false
    ) async throws -> TokenCleaning.Report {
        try await TokenCleaning(database: site.database, tables: site.tables, settings: site.settings)
            .run(reportedToo: reportedToo, dryRun: dryRun, progress: { _ in })
    }

    private func prune(_ site: TokenSite, _ token: String, mode: PruningMode) async throws {
        let recipient = try #require(try await site.recipients(1).first { $0.column == token })
        let verdict = PruneVerdict(
            actionID: 3, app: "default", recipient: recipient,
            death: TokenDeath(reason: "ExpiredToken", timestamp: nil),
            environment: .sandbox)
        try await site.pruner.prune([verdict], mode: mode)
    }

    @Test func anAuditNamesEachFaultWithUserAndRowAndChangesNothing() async throws {
        let site = try await TokenSite()
        try await site.add(1, "hello")  // row 1
        try await site.add(1, #"["\#(a)""#)
        try await site.add(1, #"a:2:{i:0;s:64:"\#(b)";i:1;O:8:"stdClass":0:{}}"#)
        try await site.add(1, #"["\#(a)","\#(a)"]"#)
        try await site.add(2, a)  // row 5
        try await site.add(1, a, key: "mam_ios_voip_token")
        try await site.add(3, "abcd")
        try await site.add(3, c, key: "MAM_ios_device_token")
        try await site.add(3, "hello", key: "nickname")
        let before = try await site.rows("SELECT * FROM {usermeta}")
        let report = try await audit(site)
        let found = report.findings.map { "\($0.reason.rawValue) \($0.userID) \($0.metaID)" }
        #expect(
            found == [
                "malformed 1 1", "unreadable 1 2", "unrewritable 1 3", "malformed 1 3", "duplicate 1 4", "shared 2 5",
                "several_kinds 1 6", "unusual 3 7", "wrong_key 3 8",
            ])
        #expect(report.tokens == 6 && report.users == 3 && report.rows == 7)
        #expect(report.findings.allSatisfy { !($0.detail ?? "").contains(a) })
        #expect(try await site.rows("SELECT * FROM {usermeta}") == before)
        let short = try await audit(site, limit: 2)
        #expect(short.findings.count == 2 && short.counts == report.counts)
    }

    @Test func anAuditListsDevicesThatChangedHands() async throws {
        let site = try await TokenSite()
        // As the plugin writes it when another user registers the token.
        try await site.add(7, #"{"token":"\#(a)","registered_at":1764500000,"moved_from":3,"moved_at":1764547200}"#)
        try await site.add(8, #"[{"token":"\#(b)","moved_from":"4"},{"token":"\#(c)","moved_from":null}]"#)
        let report = try await audit(site)
        #expect(report.counts == [.moved: 2])
        #expect(report.findings.map(\.userID) == [7, 8])
        #expect(report.findings.map(\.token) == [a, b])
        #expect(report.findings.map(\.detail) == ["from user 3, 2025-12-01T00:00:00.000Z", "from user 4"])
    }

    @Test func aHealthySiteHasNoFindings() async throws {
        var site = try await TokenSite()
        site.settings.keys.otherPlatforms = ["fcm_token": "android"]
        try await site.add(1, #"[{"token":"\#(a)"},{"token":"x:y","platform":"android"}]"#)
        try await site.add(1, b, key: "mam_ios_voip_token")
        try await site.add(1, "x:y", key: "fcm_token")
        let report = try await audit(site)
        #expect(report.findings.isEmpty && report.tokens == 2)
    }

    @Test func everyPartOfALargeTableIsLookedThroughWhateverGapsItsNumbersHave() async throws {
        let site = try await TokenSite()
        for part in 0..<9 {
            let rows = (0..<5000).map { "(\(part * 5000 + $0 + 1), 9, 'nickname', 'x')" }.joined(separator: ",")
            try await site.execute("INSERT INTO {usermeta} VALUES \(rows)")
        }
        for id in [20_000, 20_001, 39_999, 40_000, 40_001] as [UInt64] {
            try await site.execute(
                "REPLACE INTO {usermeta} VALUES (?, 1, 'mam_ios_device_token', 'x')", [.unsigned(id)])
        }
        try await site.execute("INSERT INTO {usermeta} VALUES (9000000000000, 1, 'mam_ios_device_token', 'x')")
        #expect(
            try await audit(site).findings.map(\.metaID) == [20_000, 20_001, 39_999, 40_000, 40_001, 9_000_000_000_000])
    }

    @Test func cleaningRemovesWhatAStaleCacheWroteBackAndWhatThePluginDidNotRemove() async throws {
        let site = try await TokenSite()
        let row = try await site.add(1, a)
        let list = try await site.add(1, #"["\#(b)","\#(c)"]"#)
        try await prune(site, a, mode: .direct)
        try await prune(site, b, mode: .plugin)
        try await site.execute(
            "INSERT INTO {usermeta} VALUES (?, 1, 'mam_ios_device_token', ?)", [.unsigned(row), .text(a)])
        #expect(try await audit(site).counts == [.tombstoned: 2])
        let dry = try await clean(site, dryRun: true)
        #expect(dry.tokens.count == 2 && dry.summary == PruneSummary())
        #expect(dry.tokens.first?["reason"] == "ExpiredToken")
        #expect(try await site.value(row) == a)
        #expect(try await clean(site).summary.removed == 2)
        #expect(try await site.value(row) == nil)
        #expect(try await site.value(list) == #"["\#(c)"]"#)
        #expect(try await clean(site).tokens.isEmpty)
        #expect(
            try await site.rows(
                "SELECT token, environment, action_id FROM {prunes} WHERE state = 'removed' ORDER BY token")
                == [[a, "sandbox", "3"], [a, "sandbox", "3"], [b, "sandbox", "3"]])
    }

    @Test func cleaningLeavesWhatIsOnlyReportedUnlessAskedAndWhatWasRegisteredSince() async throws {
        let site = try await TokenSite()
        let row = try await site.add(1, a)
        try await prune(site, a, mode: .report)
        #expect(try await clean(site).tokens.isEmpty)
        try await site.execute(
            "UPDATE {usermeta} SET meta_value = ?", [.text(#"{"token":"\#(a)","registered_at":"2099-01-01"}"#)])
        #expect(try await clean(site, reportedToo: true).tokens.isEmpty)
        try await site.execute("UPDATE {usermeta} SET meta_value = ?", [.text(a)])
        #expect(try await clean(site, reportedToo: true).summary.removed == 1)
        #expect(try await site.value(row) == nil)
    }
}
