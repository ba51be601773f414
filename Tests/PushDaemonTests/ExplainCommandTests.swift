import ApplePush
import JSONText
import PushStore
import Testing

@testable import PushDaemon

@Suite struct ExplainCommandTests {
    private let site: TestSite
    private let token = String(repeating: "ab", count: 32)

    init() throws {
        site = try TestSite()
        try site.execute(
            "INSERT INTO wp_pushbridge_credentials (app, channel, kind, key_id, team_id, bundle_id, box, public_key_id) "
                + "VALUES ('default', 'standard', 'token', 'ABC123DEFG', 'DEF123GHIJ', 'com.example.app', 'x', 'y')")
        try site.execute("INSERT INTO wp_pushbridge_settings (name, value) VALUES ('installation_id', 'test')")
    }

    private func insert(_ columns: String, _ values: String) throws {
        try site.execute("INSERT INTO wp_pushbridge_actions (\(columns)) VALUES (\(values))")
    }

    private func explain(_ id: Int = 1) throws -> JSONValue {
        let run = try site.run("explain", "\(id)", "--json")
        #expect(run.exitCode == 0, "\(run.errors)")
        return try run.json
    }

    private func next(_ id: Int = 1) throws -> String {
        (try explain(id)["next"]?.array ?? []).compactMap(\.string).joined(separator: " ")
    }

    @Test func aFailedPushIsExplainedFromRowToAnswer() throws {
        try insert(
            "user_id, message, state, reason, failed, pruned, expires_at",
            "42, '{\"title\":\"Hi\",\"colour\":1}', 'failed', 'Unregistered', 2, 1, UTC_TIMESTAMP(3) + INTERVAL 1 HOUR")
        try site.execute(
            "INSERT INTO wp_pushbridge_deliveries (action_id, user_id, token, channel, environment, status, reason, "
                + "http_status, apns_id, apns_unique_id, error_class, attempts) VALUES "
                + "(1, 42, '\(token)', 'standard', 'production', 'unregistered', 'Unregistered', 410, 'an-id', 'a-unique-id', "
                + "'invalid_recipient', 1), (1, 42, 'cd', 'standard', 'sandbox', 'exhausted', 'InternalServerError', 500, "
                + "'another-id', NULL, 'provider_unavailable', 8)")
        try site.execute(
            "INSERT INTO wp_pushbridge_prunes (user_id, umeta_id, meta_key, token, reason, action_id, state) VALUES "
                + "(42, 1, 'mam_ios_device_token', '\(token)', 'Unregistered', 1, 'removed')")
        let json = try explain()
        #expect(json["action"]?["message"]?["title"] == "Hi")
        #expect(json["action"]?["meaning"]?.string?.contains("the app was removed") == true)
        #expect(json["life"]?["ended_by"] == "expires_at")
        #expect(json["message"]?["reason"] == .null)
        #expect(json["message"]?["warnings"]?.array?.first?.string?.contains("colour") == true)
        let headers = json["request"]?["headers"]
        #expect(headers?["apns-topic"] == "com.example.app")
        #expect(headers?["apns-push-type"] == "alert")
        #expect(headers?["authorization"]?.string?.contains("key ABC123DEFG, team DEF123GHIJ") == true)
        #expect(json["request"]?["body"]?["aps"]?["alert"]?["title"] == "Hi")
        #expect(json["request"]?["limit"] == 4096)
        #expect(json["counts"] == ["exhausted": 1, "unregistered": 1])
        let deliveries = try #require(json["deliveries"]?.array)
        #expect(deliveries.first?["token"] == .string(token))
        #expect(deliveries.first?["apns_unique_id"] == "a-unique-id")
        #expect(deliveries.last?["advice"]?.string?.contains("tried again") == true)
        #expect(json["prunes"]?.array?.first?["state"] == "removed")
        #expect(try next().contains("push-bridge queue retry 1"))

        let shown = try site.run("explain", "1").output
        #expect(!shown.contains(token) && shown.contains("abababab…"))
        for text in [
            "DELIVERIES: 1 exhausted, 1 unregistered", "it means: the app was removed", "apns_id: an-id", "PRUNED",
        ] {
            #expect(shown.contains(text), "\(text) in \(shown)")
        }
        #expect(try site.run("explain", "1", "--limit", "1", "--json").json["deliveries"]?.array?.count == 1)
        #expect(try site.run("explain", "9").exitCode == 1)
    }

    @Test func aBroadcastIsShownWithItsOwnPathAndLimit() throws {
        let message = #"{"live_activity":{"event":"update","content_state":{"a":1}}}"#
        try insert("type, audience, message", #"'liveactivity', '{"channel":"dHN0"}', '\#(message)'"#)
        try insert("type, audience, message", #"'alert', '{"channel":"dHN0"}', '{"title":"Hi"}'"#)
        let request = try explain()["request"]
        #expect(request?["path"] == "/4/broadcasts/apps/com.example.app")
        #expect(request?["limit"] == 5120)
        #expect(request?["headers"]?["apns-channel-id"] == "dHN0")
        #expect(request?["headers"]?["apns-expiration"] == "0")
        #expect(request?["headers"]?["apns-request-id"] != nil)
        #expect(request?["headers"]?["apns-topic"] == nil)
        #expect(request?["headers"]?["apns-id"] == nil)
        #expect(try explain(2)["message"]?["reason"] == "InvalidAudience: channel")
    }

    @Test func whatCannotBeReadOrBuiltSaysWhy() throws {
        try insert(
            "type, user_id, message, state, reason", "'voip', 1, '{\"title\":\"a\"}', 'failed', 'MissingCallkitPayload'"
        )
        try insert("type, user_id, message", "'fax', 1, '{}'")
        try insert("user_id, message", "1, 'rubbish'")
        #expect(try explain(1)["message"]?["reason"] == "MissingCallkitPayload")
        #expect(try explain(1)["request"] == .null)
        #expect(try explain(1)["life"]?["ended_by"] == "[voip] max_age")
        #expect(try explain(2)["message"]?["reason"] == "UnknownType")
        #expect(try explain(3)["message"]?["reason"]?.string?.hasPrefix("InvalidMessage") == true)
    }

    @Test func whatComesNextFollowsTheRow() throws {
        let life = "{\"title\":\"a\",\"ttl\":600}"
        try insert("user_id, message, send_at", "1, '\(life)', UTC_TIMESTAMP(3) + INTERVAL 1 HOUR")
        try insert("user_id, message, created_at", "1, '\(life)', UTC_TIMESTAMP(3) - INTERVAL 1 HOUR")
        let worker: UInt64 = 0x1234_5678_9ABC
        let owner = (worker & 0xFFFF_FFFF) << 31 | 5
        let held = "1, '\(life)', 'sending', \(owner), UTC_TIMESTAMP(3) + INTERVAL"
        try insert("user_id, message, state, owner, lease_until", "\(held) 20 SECOND")
        try insert("user_id, message, state, owner, lease_until", "\(held) -20 SECOND")
        try insert(
            "user_id, message, state, lease_until", "1, '\(life)', 'sending', UTC_TIMESTAMP(3) + INTERVAL 90 SECOND")
        #expect(try next(1).contains("It is due at") && next(1).contains("no daemon is running"))
        #expect(try next(2).contains("Its life is over"))
        #expect(try next(3).contains("A daemon that is not running any more holds it"))
        try site.execute(
            "INSERT INTO wp_pushbridge_workers (id, host, pid, version, state) VALUES (\(worker), 'web1', 77, '1', 'running')"
        )
        #expect(try next(3).contains("The daemon web1:77 holds it until"))
        #expect(try next(4).contains("is gone: the next daemon takes it over"))
        #expect(try next(5).contains("the next try is at"))
        #expect(try site.run("queue", "pause", "5").exitCode == 0)
        #expect(try next(5).contains("It rests (paused: action 5)"))
    }

    @Test func everyReasonOfTheTableHasItsMeaning() {
        let reasons =
            ApnsVerdict.table.map(\.reason.text) + ["HTTP 418", "InvalidMessage: badge", "Expired", "OutcomeUnknown"]
        let missing = Set(reasons).filter { ReasonGuide(of: $0) == nil }
        #expect(missing.isEmpty, "\(missing.sorted())")
        #expect(ReasonGuide(of: "SomethingNew") == nil)
    }
}
