import JSONText
import Testing

@Suite struct SendAudienceTests {
    private let site: TestSite

    init() throws { site = try TestSite() }

    private func send(_ arguments: [String]) throws -> Program.Run {
        try Program.shell(["send"] + arguments + ["--config", site.config], suffix: "")
    }

    /// Users 1 to `count`, each with one device; the odd ones are subscribers.
    private func addUsers(_ count: Int) throws {
        for user in 1...count {
            let token = String(repeating: "0", count: 60) + String(1000 + user)
            let role = user % 2 == 1 ? "subscriber" : "editor"
            try site.execute(
                "INSERT INTO wp_usermeta (user_id, meta_key, meta_value) VALUES (\(user), 'mam_ios_device_token', "
                    + "'\(token)'), (\(user), 'wp_capabilities', 'a:1:{s:\(role.utf8.count):\"\(role)\";b:1;}')")
        }
    }

    @Test(arguments: [
        (["--all"], #"{"all":true}"#), (["--role", "editor"], #"{"role":"editor"}"#),
        (["--user", "3", "--site", "2"], #"{"users":[3],"site":2}"#),
        (["--all", "--site", "2"], #"{"all":true,"site":2}"#),
        (["--audience", #"{"meta":{"key":"city","value":"Ulm"}}"#], #"{"meta":{"key":"city","value":"Ulm"}}"#),
    ])
    func everyAudienceIsNamedAndWrittenAsTheSiteWould(options: [String], audience: String) throws {
        let run = try send(options + ["--title", "a"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(
            try site.column("SELECT CONCAT(audience, IFNULL(user_id, '')) FROM wp_pushbridge_actions") == [audience])
    }

    @Test func aChannelTakesAnUpdateOfALiveActivityAndNothingElse() throws {
        try site.directory.write("m.json", #"{"live_activity":{"event":"update","content_state":{"score":1}}}"#)
        let message = ["--channel", "dGVzdA==", "--message", "\(site.directory.path)/m.json"]
        let wrong = try send(message)
        #expect(wrong.exitCode == 2)
        #expect(wrong.errors.contains("--type liveactivity"))
        let run = try send(message + ["--type", "liveactivity"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try site.column("SELECT audience FROM wp_pushbridge_actions") == [#"{"channel":"dGVzdA=="}"#])
        let dry = try send(message + ["--type", "liveactivity", "--dry-run"])
        #expect(dry.exitCode == 0, "\(dry.errors)")
        #expect(dry.output.contains("POST /4/broadcasts/") && dry.output.contains("apns-channel-id: dGVzdA=="))
        #expect(dry.output.contains("Whoever listens to the channel"))
    }

    @Test(arguments: [
        (["--all", "--user", "1"], 2, "exclude each other"), (["--role", "x", "--all"], 2, "exclude each other"),
        (["--audience", "all"], 2, "no JSON object"), (["--audience", #"{"al":true}"#], 1, "InvalidAudience: al"),
        (["--role", ""], 1, "InvalidAudience: role"), (["--all", "--site", "x"], 2, "--site"),
        (["--channel", "?", "--type", "liveactivity"], 1, "InvalidAudience: channel"), ([], 2, "--all"),
    ])
    func whatTheDaemonWouldRefuseIsNotEnqueued(options: [String], exitCode: Int32, text: String) throws {
        let run = try send(options + ["--title", "a"])
        #expect(run.exitCode == exitCode, "\(run.errors)")
        #expect(run.errors.contains(text), "\(run.errors)")
        #expect(try site.column("SELECT COUNT(*) FROM wp_pushbridge_actions") == ["0"])
    }

    @Test func aMessageThatIsTooLargeForAppleIsNotEnqueued() throws {
        let run = try send(["--all", "--title", String(repeating: "x", count: 5000)])
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("PayloadTooLarge"))
        #expect(try site.column("SELECT COUNT(*) FROM wp_pushbridge_actions") == ["0"])
    }

    @Test func aDryRunCountsWhomItWouldReach() throws {
        try addUsers(23)
        try site.execute(
            "INSERT INTO wp_usermeta (user_id, meta_key, meta_value) VALUES (2, 'mam_ios_device_token', 'nonsense')")
        let all = try send(["--all", "--title", "a", "--dry-run"])
        #expect(all.exitCode == 0, "\(all.errors)")
        #expect(all.output.contains("23 of 24 devices would get it; the others: 1 MalformedDeviceToken."))
        #expect(all.output.contains("… and 4 more"))
        let role = try send(["--role", "editor", "--title", "a", "--dry-run", "--json"]).json
        #expect(role["devices"] == 12)
        #expect(role["sendable"] == 11)
        #expect(role["refused"]?["MalformedDeviceToken"] == 1)
        #expect(role["recipients"]?.array?.count == 12)
        let nobody = try send(["--role", "author", "--title", "a", "--dry-run", "--json"])
        #expect(nobody.exitCode == 1)
        #expect(try nobody.json["reason"] == "NoDeviceToken")
        #expect(try site.column("SELECT COUNT(*) FROM wp_pushbridge_actions") == ["0"])
    }

    @Test func waitingForAnAudienceShowsCountsAndFirstWhatFailed() throws {
        try site.execute(
            "INSERT INTO wp_pushbridge_actions (audience, message, dedupe_key, state, delivered, failed, reason) VALUES "
                + "('{\"all\":true}', '{}', 'done', 'partial', 30, 1, 'BadTopic')")
        let rows = (1...31).map { number in
            let status = number == 31 ? "'rejected', 'BadTopic'" : "'delivered', NULL"
            return "(1, \(number), '\(String(repeating: "0", count: 60))\(1000 + number)', 'standard', \(status))"
        }
        try site.execute(
            "INSERT INTO wp_pushbridge_deliveries (action_id, user_id, token, channel, status, reason) VALUES "
                + rows.joined(separator: ","))
        let wait = ["--all", "--title", "a", "--wait", "--timeout", "1", "--dedupe-key"]
        let shown = try send(wait + ["done"])
        #expect(shown.exitCode == 1, "\(shown.errors)")
        let lines = shown.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains("30 delivered -"))
        #expect(lines.contains("1 rejected BadTopic"))
        #expect(lines.contains("… and 11 more"))
        let json = try send(wait + ["done", "--json"]).json
        #expect(json["state"] == "partial")
        #expect(json["results"]?.array?.map { $0["count"] } == [30, 1])
        #expect(json["deliveries"]?.array?.first?["reason"] == "BadTopic")
        #expect(json["deliveries"]?.array?.count == 31)
        let late = try send(wait + ["nobody sends this"])
        #expect(late.exitCode == 1)
        #expect(late.errors.contains("still queued after 1 s (0 delivered, 0 failed)"))
    }
}
