import JSONText
import Testing

@Suite struct TokenCommandTests {
    private let site: TestSite
    private let token = String(repeating: "ab", count: 32)
    private let other = String(repeating: "cd", count: 32)

    init() throws {
        site = try TestSite()
        try site.execute(
            """
            INSERT INTO wp_usermeta (umeta_id, user_id, meta_key, meta_value) VALUES
            (1, 42, 'mam_ios_device_token', '["\(token)","\(other)"]'), (2, 43, 'mam_ios_voip_token', 'no token')
            """)
    }

    /// The plugin was told to remove the token and has not done so.
    private func giveVerdict() throws {
        try site.execute(
            """
            INSERT INTO wp_pushbridge_prunes (user_id, umeta_id, meta_key, token, environment, reason, state)
            VALUES (42, 1, 'mam_ios_device_token', '\(token)', 'production', 'Unregistered', 'verdict')
            """)
    }

    private func value() throws -> [String?] {
        try site.column("SELECT meta_value FROM wp_usermeta WHERE umeta_id = 1")
    }

    @Test func tokensAreWholeForMachinesAndShortenedForPeople() throws {
        try giveVerdict()
        for command in [["list"], ["list", "--pruned"], ["audit"], ["prune", "--dry-run"]] {
            let words = ["tokens"] + command + ["--config", site.config]
            #expect(try Program.shell(words + ["--json"], suffix: "").output.contains("\"token\":\"\(token)\""))
            let shown = try Program.shell(words, suffix: "").output
            #expect(shown.contains("abababab…") && !shown.contains(token), "\(command)")
        }
    }

    @Test func listShowsHowTokensStand() throws {
        try giveVerdict()
        let run = try site.run("tokens", "list", "--json")
        #expect(run.exitCode == 0, "\(run.errors)")
        let rows = try run.json.array ?? []
        #expect(rows.map { $0["state"] } == ["pruned", "ok", "malformed"])
        #expect(rows.map { $0["umeta_id"] } == [1, 1, 2])
        #expect(try site.run("tokens", "list", "--user", "43").output.contains("mam_ios_voip_token"))
        let prunes = try site.run("tokens", "list", "--pruned", "--json").json.array ?? []
        #expect(prunes.map { $0["reason"] } == ["Unregistered"])
        #expect(prunes.first?["id"] == 1)
    }

    @Test func auditReportsAndChangesNothing() throws {
        try giveVerdict()
        let before = try value()
        let run = try site.run("tokens", "audit", "--json")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try run.json["reasons"]?["malformed"] == 1)
        #expect(try run.json["reasons"]?["tombstoned"] == 1)
        #expect(try run.json["findings"]?.array?.map { $0["user_id"] } == [42, 43])
        #expect(try site.run("tokens", "audit").output.contains("tombstoned"))
        #expect(try value() == before)
    }

    @Test func pruneRemovesDeadTokensAndUndoPutsThemBack() throws {
        try giveVerdict()
        let before = try value()
        #expect(try site.run("tokens", "prune", "--dry-run", "--json").json["tokens"]?.array?.count == 1)
        #expect(try value() == before)
        let run = try site.run("tokens", "prune", "--json")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try run.json["removed"] == 1)
        #expect(try value() == [#"["\#(other)"]"#])
        let undo = try site.run("tokens", "undo", "2", "--json")
        #expect(undo.exitCode == 0, "\(undo.errors)")
        #expect(try undo.json["undone"] == true)
        #expect(try value() == before)
        let again = try site.run("tokens", "undo", "2")
        #expect(again.exitCode == 1)
        #expect(again.errors.contains("undone before"))
        #expect(try site.column("SELECT undone_by FROM wp_pushbridge_prunes WHERE id = 2") == ["admin"])
    }

    @Test func exportPrintsWholeTokensThatAreSentTo() throws {
        try giveVerdict()
        try site.execute(
            """
            INSERT INTO wp_usermeta (user_id, meta_key, meta_value) VALUES (44, 'mam_ios_device_token',
            '{"token":"\(other.uppercased())","environment":"sandbox"}'), (44, 'MAM_ios_device_token', 'abcd')
            """)
        let run = try site.run("tokens", "export")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output == other + "\n")
        let rows = try site.run("tokens", "export", "--json").json.array ?? []
        #expect(rows.map { $0["user_id"] } == [42, 44])
        #expect(rows.map { $0["environment"] } == [.null, "sandbox"])
        #expect(rows.map { $0["token"] } == [.string(other), .string(other)])
        #expect(try site.run("tokens", "export", "--kind", "voip", "--json").output == "[]\n")
        #expect(try site.run("tokens", "export", "--kind", "vopi").exitCode == 2)
    }

    @Test func aPersistentObjectCacheIsWarnedOf() throws {
        try site.execute("INSERT INTO wp_pushbridge_settings (name, value) VALUES ('object_cache', '1')")
        #expect(try site.run("tokens", "prune").errors.contains("object cache"))
        #expect(try !site.run("tokens", "prune", "--dry-run").errors.contains("object cache"))
    }
}
