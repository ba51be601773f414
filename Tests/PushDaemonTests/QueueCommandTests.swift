import JSONText
import PushStore
import Testing

@Suite struct QueueCommandTests {
    private let site: TestSite

    init() throws { site = try TestSite() }

    private func row(_ id: Int = 1) throws -> [String?] {
        try site.column(
            "SELECT CONCAT_WS('|', type, app, user_id, state, message) FROM wp_pushbridge_actions WHERE id = \(id)")
    }

    @Test func sendWritesTheRowThatASiteWouldWrite() throws {
        let run = try site.run("send", "--user", "42", "--title", "Hi \"there\"", "--body", "ü")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output == "1\n")
        #expect(try row() == [#"standard|default|42|queued|{"title":"Hi \"there\"","body":"ü"}"#])
        let json = try site.run("send", "--user", "42", "--title", "a", "--app", "news", "--json").json
        #expect(json["id"] == 2)
        #expect(json["state"] == "queued")
    }

    @Test func severalUsersAndTokensBecomeAnAudience() throws {
        #expect(try site.run("send", "--user", "1", "--user", "2", "--title", "a").exitCode == 0)
        #expect(try site.run("send", "--token-file", "-", "--title", "a", input: "# x\nab\n\ncd\n").exitCode == 0)
        let found = try site.column("SELECT audience FROM wp_pushbridge_actions WHERE user_id IS NULL ORDER BY id")
        #expect(found == [#"{"users":[1,2]}"#, #"{"tokens":["ab","cd"]}"#])
    }

    @Test func aMessageThatTheDaemonWouldRefuseIsNotEnqueued() throws {
        let call = try site.run("send", "--user", "1", "--type", "voip", "--title", "a", "--json")
        #expect(call.exitCode == 1)
        #expect(try call.json["reason"] == "MissingCallkitPayload")
        #expect(call.errors.contains("MissingCallkitPayload"))
        let broken = try site.run("send", "--user", "1", "--message", "-", input: #"{"badge":"x"}"#)
        #expect(broken.exitCode == 1)
        #expect(broken.errors.contains("InvalidMessage: badge"))
        #expect(try site.run("send", "--user", "1", "--message", "-", input: "[1").errors.contains("is not JSON"))
        #expect(try site.column("SELECT COUNT(*) FROM wp_pushbridge_actions") == ["0"])
    }

    @Test func aKnownDedupeKeyGivesTheFirstAction() throws {
        for key in ["k", "k", "k "] { _ = try site.run("send", "--user", "1", "--title", "a", "--dedupe-key", key) }
        let again = try site.run("send", "--user", "1", "--title", "b", "--dedupe-key", "k", "--json")
        #expect(again.exitCode == 0)
        #expect(try again.json["id"] == 1)
        #expect(try site.column("SELECT COUNT(*) FROM wp_pushbridge_actions") == ["2"])
    }

    @Test(arguments: [
        ["send", "--title", "a"], ["send", "--user", "1"], ["send", "--user", "x", "--title", "a"],
        ["send", "--user", "1", "--type", "vopi", "--title", "a"], ["queue", "show", "x"], ["queue"],
        ["queue", "list", "--state", "fialed"], ["queue", "list", "--limit", "0"],
    ])
    func aWrongCallTouchesNothing(arguments: [String]) throws {
        let run = try Program.shell(arguments + ["--config", site.config], suffix: "")
        #expect(run.exitCode == 2, "\(run.errors)")
        #expect(try site.column("SELECT COUNT(*) FROM wp_pushbridge_actions") == ["0"])
    }

    @Test func waitingShowsTheResultsAndEndsByThem() throws {
        try site.execute(
            "INSERT INTO wp_pushbridge_actions (user_id, message, dedupe_key, state, delivered, failed, reason) VALUES "
                + "(1, '{}', 'sent', 'sent', 1, 0, NULL), (1, '{}', 'failed', 'failed', 0, 1, 'BadTopic')")
        try site.execute(
            "INSERT INTO wp_pushbridge_deliveries (action_id, user_id, token, channel, status, reason) VALUES "
                + "(2, 1, '\(String(repeating: "ab", count: 32))', 'standard', 'rejected', 'BadTopic')")
        func send(_ key: String, _ more: String...) throws -> Program.Run {
            let base = ["send", "--user", "1", "--title", "a", "--dedupe-key", key, "--wait", "--timeout", "1"]
            return try Program.shell(base + more + ["--config", site.config], suffix: "")
        }
        #expect(try send("sent").exitCode == 0)
        let failed = try send("failed", "--json")
        #expect(failed.exitCode == 1)
        #expect(try failed.json["state"] == "failed")
        #expect(try failed.json["deliveries"]?.array?.first?["reason"] == "BadTopic")
        #expect(try failed.json["deliveries"]?.array?.first?["token"]?.string?.count == 64)
        let shown = try send("failed")
        #expect(shown.output.contains("abababab…") && !shown.output.contains("ababababab"))
        let late = try send("nobody sends this")
        #expect(late.exitCode == 1)
        #expect(late.errors.contains("still queued after 1 s"))
    }

    @Test func listsAreFilteredAndNamedByTheirColumns() throws {
        try site.execute(
            "INSERT INTO wp_pushbridge_actions (type, user_id, message, state, reason, warnings) VALUES "
                + "('standard', 1, '{\"title\":\"a\"}', 'failed', 'NoDeviceToken', '[\"w\"]'), ('voip', 2, 'x', 'queued', NULL, NULL)"
        )
        let all = try #require(try site.run("queue", "list", "--json").json.array)
        #expect(all.map { $0["id"] } == [2, 1])
        let failed = try #require(try site.run("queue", "list", "--state", "failed", "--json").json.array)
        #expect(failed.count == 1)
        #expect(failed[0]["reason"] == "NoDeviceToken")
        #expect(failed[0]["warnings"] == ["w"])
        #expect(failed[0]["send_at"] == .null)
        #expect(failed[0]["created_at"]?.string?.hasSuffix("Z") == true)
        #expect(try site.run("queue", "list", "--user", "2", "--json").json.array?.count == 1)
        #expect(try site.run("queue", "list").output.contains("NoDeviceToken"))
        let shown = try site.run("queue", "show", "1", "--json").json
        #expect(shown["message"]?["title"] == "a")
        #expect(shown["deliveries"] == [])
        #expect(try site.run("queue", "show", "3").exitCode == 1)
    }

    @Test func cancellingFollowsTheContract() throws {
        try site.execute(
            "INSERT INTO wp_pushbridge_actions (user_id, message, state) VALUES (1,'{}','queued'), (1,'{}','sent')")
        #expect(try site.run("queue", "cancel", "1").exitCode == 0)
        #expect(try site.run("queue", "cancel", "1").exitCode == 0)
        let sent = try site.run("queue", "cancel", "2")
        #expect(sent.exitCode == 1)
        #expect(sent.errors.contains("sent already"))
        #expect(try site.column("SELECT state FROM wp_pushbridge_actions ORDER BY id") == ["cancelled", "sent"])
        #expect(try site.run("queue", "cancel", "9").errors.contains("no action 9"))
    }

    @Test func retryRevivesOnlyWhatWasNotDelivered() throws {
        try site.execute(
            "INSERT INTO wp_pushbridge_actions (user_id, message, state) VALUES (1, '{\"title\":\"a\"}', 'partial')")
        let statuses = [
            "delivered", "unregistered", "rejected", "exhausted", "unknown", "not_configured", "unsupported",
        ]
        for (place, status) in statuses.enumerated() {
            try site.execute(
                "INSERT INTO wp_pushbridge_deliveries (action_id, token, channel, status, attempts, apns_id) VALUES "
                    + "(1, 'a\(place)', 'standard', '\(status)', 8, 'id-\(place)')")
        }
        let run = try site.run("queue", "retry", "1", "--json")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try run.json["retried"] == 4)
        let revived = try site.column(
            "SELECT CONCAT(token, attempts, apns_id, next_attempt_at <= UTC_TIMESTAMP(3)) FROM wp_pushbridge_deliveries "
                + "WHERE status = 'retry' ORDER BY id")
        #expect(revived == ["a20id-21", "a30id-31", "a40id-41", "a50id-51"])
        let due = "SELECT CONCAT(state, due_at <= UTC_TIMESTAMP(3), owner IS NULL) FROM wp_pushbridge_actions"
        #expect(try site.column(due) == ["sending11"])
        #expect(try site.run("queue", "retry", "1").errors.contains("the action is sending"))
    }

    @Test func aCallPastItsLifeOrOfUnknownOutcomeIsNeverSentAgain() throws {
        let call = #"{"title":"a","callkit_payload":{"uuid":"1"}}"#
        try site.execute(
            "INSERT INTO wp_pushbridge_actions (type, user_id, message, state, created_at) VALUES "
                + "('voip', 1, '\(call)', 'failed', UTC_TIMESTAMP(3) - INTERVAL 11 SECOND), "
                + "('voip', 1, '\(call)', 'failed', UTC_TIMESTAMP(3)), "
                + "('standard', 1, '{\"title\":\"a\",\"ttl\":5}', 'failed', UTC_TIMESTAMP(3) - INTERVAL 11 SECOND), "
                + "('standard', 1, '{\"title\":\"a\"}', 'failed', UTC_TIMESTAMP(3) - INTERVAL 11 SECOND)")
        try site.execute(
            "INSERT INTO wp_pushbridge_deliveries (action_id, token, channel, status) VALUES (2, 'ab', 'voip', 'unknown')"
        )
        let stale = try site.run("queue", "retry", "1", "--json")
        #expect(stale.exitCode == 1)
        #expect(try stale.json["reason"] == "StaleCall")
        #expect(stale.errors.contains("StaleCall"))
        #expect(try site.run("queue", "retry", "2", "--json").json["reason"] == "NothingToSend")
        #expect(try site.run("queue", "retry", "3", "--json").json["reason"] == "Expired")
        #expect(try site.run("queue", "retry", "4").output.contains("starts anew"))
        #expect(
            try site.column("SELECT state FROM wp_pushbridge_actions ORDER BY id")
                == ["failed", "failed", "failed", "queued"])
    }

    @Test func statusCountsLanesWorkersAndDeadLetters() throws {
        try site.execute(
            "INSERT INTO wp_pushbridge_actions (type, user_id, message, state, send_at) VALUES ('voip', 1, 'x', 'queued', NULL), "
                + "('standard', 1, 'x', 'queued', UTC_TIMESTAMP(3) + INTERVAL 1 HOUR), ('alert', 1, 'x', 'sending', NULL)"
        )
        try site.execute(
            "INSERT INTO wp_pushbridge_workers (id, host, pid, version, state) VALUES (7, 'h', 1, '1', 'running')")
        try site.execute(
            "INSERT INTO wp_pushbridge_deliveries (action_id, token, channel, status) VALUES (2, 'ab', 'voip', 'exhausted')"
        )
        let run = try site.run("status", "--json")
        #expect(run.exitCode == 0, "\(run.errors)")
        let status = try run.json
        let lanes = try #require(status["lanes"]?.array)
        #expect(lanes.map { $0["lane"] } == ["voip", "standard"])
        #expect(lanes.map { $0["queued"] } == [1, 1])
        #expect(lanes.map { $0["waiting"] } == [0, 1])
        #expect(lanes[0]["oldest_seconds"]?.integer != nil)
        #expect(lanes[1]["oldest_seconds"] == .null)
        #expect(status["workers"]?.array?.first?["host"] == "h")
        #expect(status["dead_letters"] == 1)
        #expect(try site.run("status").output.contains("HEARTBEAT_SECONDS"))
    }
}
