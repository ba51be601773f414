import JSONText
import Testing

@Suite struct PauseCommandTests {
    private let site: TestSite

    init() throws {
        site = try TestSite()
        try site.execute(
            "INSERT INTO wp_pushbridge_actions (type, app, user_id, message, state, created_at) VALUES "
                + "('standard', 'default', 1, '{}', 'queued', UTC_TIMESTAMP(3)), "
                + "('voip', 'default', 1, '{}', 'queued', UTC_TIMESTAMP(3)), "
                + "('standard', 'news', 1, '{}', 'sent', UTC_TIMESTAMP(3)), "
                + "('standard', 'news', 1, '{}', 'failed', UTC_TIMESTAMP(3) - INTERVAL 2 DAY), "
                + "('standard', 'default', 1, '{}', 'sending', UTC_TIMESTAMP(3))")
        try site.execute(
            "INSERT INTO wp_pushbridge_deliveries (action_id, token, channel, status) VALUES "
                + "(3, 'aa', 'standard', 'delivered'), (4, 'aa', 'standard', 'rejected'), (5, 'aa', 'standard', 'retry')"
        )
    }

    private func setting() throws -> String? {
        try site.column("SELECT value FROM wp_pushbridge_settings WHERE name = 'paused'").first ?? nil
    }

    @Test func aPauseIsKeptShownEverywhereAndLifted() throws {
        #expect(try site.run("queue", "pause", "--lane", "voip").output == "Paused: lane voip.\n")
        let json = try site.run("queue", "pause", "--app", "news", "--json").json
        #expect(json == ["all": false, "lanes": ["voip"], "apps": ["news"], "actions": []])
        #expect(try site.run("queue", "pause", "1").exitCode == 0)
        #expect(try setting() == #"{"all":false,"lanes":["voip"],"apps":["news"],"actions":[1]}"#)

        let list = try site.run("queue", "list", "--json")
        #expect(list.errors.contains("paused: lane voip, app news, action 1"))
        let paused = try #require(try list.json.array).filter { $0["paused"] == true }.compactMap { $0["id"]?.integer }
        #expect(paused == [2, 1])
        #expect(try site.run("status").output.contains("Paused: lane voip, app news, action 1"))
        #expect(try site.run("status", "--json").json["paused"]?["actions"] == [1])
        #expect(try site.run("migrate").exitCode == 0)
        #expect(try site.run("doctor").output.contains("WARNING  queue: paused: lane voip"))

        #expect(try site.run("queue", "resume", "1").output == "Still paused: lane voip, app news.\n")
        #expect(try site.run("queue", "resume").output == "Nothing is paused.\n")
        #expect(try setting() == "")
        #expect(try site.run("queue", "list").errors.isEmpty)
    }

    @Test func whatCannotBePausedIsSaid() throws {
        #expect(try site.run("queue", "pause", "9").errors.contains("there is no action 9"))
        #expect(try site.run("queue", "pause", "3").errors.contains("action 3 is sent"))
        #expect(try site.run("queue", "resume", "--app", "x").errors.contains("app x is not paused; nothing is"))
        for wrong in [["1", "--app", "a"], ["--lane", "fax"], ["x"], ["--app", "a b"]] {
            let run = try Program.shell(["queue", "pause", "--config", site.config] + wrong, suffix: "")
            #expect(run.exitCode == 2, "\(run.errors)")
        }
        #expect(try setting() == nil || setting() == "")
    }

    @Test func purgingRemovesOnlyWhatIsOverWithItsDeliveries() throws {
        let asked = try site.run("queue", "purge")
        #expect(asked.exitCode == 2)
        #expect(asked.errors.contains("--yes"))
        #expect(try site.run("queue", "purge", "--dry-run", "--json").json["actions"] == 2)
        let old = try site.run("queue", "purge", "--older-than", "1d", "--yes", "--json").json
        #expect(old == ["dry_run": false, "actions": 1, "deliveries": 1])
        #expect(
            try site.run("queue", "purge", "--app", "default", "--yes").output
                == "Removed 0 actions with 0 deliveries.\n")
        #expect(try site.run("queue", "purge", "--yes").exitCode == 0)
        #expect(try site.column("SELECT id FROM wp_pushbridge_actions ORDER BY id") == ["1", "2", "5"])
        #expect(try site.column("SELECT action_id FROM wp_pushbridge_deliveries") == ["5"])
        #expect(try site.run("queue", "purge", "--state", "queued", "--yes").exitCode == 0)
        #expect(try site.column("SELECT id FROM wp_pushbridge_actions") == ["5"])
        for wrong in [["--state", "sending"], ["--older-than", "3"], ["--older-than", "-1d"]] {
            let run = try Program.shell(["queue", "purge", "--yes", "--config", site.config] + wrong, suffix: "")
            #expect(run.exitCode == 2, "\(run.errors)")
        }
    }

    @Test func watchingShowsPictureAfterPictureWithRates() throws {
        let line = ["status", "--watch", "--json", "--config", site.config]
        let run = try Program.shell(line, suffix: " | head -n 2")
        let pictures = try run.output.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
        #expect(pictures.count == 2)
        #expect(pictures.first?["lanes"]?.array?.first?["delivered_per_second"] == nil)
        #expect(pictures.last?["lanes"]?.array?.first?["delivered_per_second"] == .number("0.0"))
        #expect(pictures.last?["lanes"]?.array?.first?["queued"] == 1)
    }
}
