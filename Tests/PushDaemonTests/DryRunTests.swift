import JSONText
import Testing

@Suite struct DryRunTests {
    private let site: TestSite
    private let token = String(repeating: "ab", count: 32)

    init() throws {
        site = try TestSite()
        try site.execute(
            "INSERT INTO wp_pushbridge_credentials (app, channel, kind, bundle_id, topics, box, public_key_id) "
                + "VALUES ('default', 'standard', 'certificate', 'com.example.app', NULL, 'x', 'y')")
        try site.execute(
            "INSERT INTO wp_usermeta (user_id, meta_key, meta_value) VALUES (42, 'mam_ios_device_token', '\(token)')")
    }

    private func dryRun(_ message: String, _ more: String...) throws -> Program.Run {
        let words = ["send", "--dry-run", "--user", "42", "--message", "-", "--json", "--config", site.config]
        return try Program.shell(words + more, input: message, suffix: "")
    }

    private func findings(_ message: String, type: String = "standard") throws -> String {
        let run = try dryRun(message, "--type", type)
        let list = try run.json["findings"]?.array ?? []
        return list.compactMap { $0["text"]?.string }.joined(separator: "\n")
    }

    @Test func itShowsTheRequestAndTouchesNothing() throws {
        let run = try dryRun(#"{"title":"Hi","ttl":600,"environment":"sandbox"}"#)
        #expect(run.exitCode == 0, "\(run.errors)")
        let json = try run.json
        #expect(json["push_type"] == "alert")
        #expect(json["headers"]?["apns-topic"] == "com.example.app")
        #expect(json["headers"]?["apns-priority"] == "10")
        #expect(json["headers"]?["apns-collapse-id"] == "<by action>")
        #expect(json["headers"]?["authorization"] == "<client certificate of the connection>")
        #expect(json["servers"]?.array?.count == 1)
        #expect(json["body"]?["aps"]?["sound"] == "default")
        #expect(json["bytes"] == .integer(Int64(JSONWriter.bytes(try #require(json["body"])).count)))
        #expect(json["limit"] == 4096)
        #expect(json["recipients"]?.array?.first?["token"] == .string(token))
        #expect(json["findings"] == [])
        #expect(try site.column("SELECT COUNT(*) FROM wp_pushbridge_actions") == ["0"])
        let shown = try site.run("send", "--dry-run", "--user", "42", "--title", "Hi").output
        #expect(shown.contains("abababab…") && !shown.contains(token))
        #expect(shown.contains("of 4096 bytes") && shown.contains("Nothing was enqueued or sent."))
    }

    @Test func aMessageThatIsTooLargeOrForNobodyEndsWithOne() throws {
        let large = try dryRun("{\"title\":\"\(String(repeating: "x", count: 5000))\"}")
        #expect(large.exitCode == 1)
        #expect(large.errors.contains("PayloadTooLarge"))
        let nobody = try Program.shell(
            ["send", "--dry-run", "--user", "7", "--title", "a", "--json", "--config", site.config], suffix: "")
        #expect(nobody.exitCode == 1)
        #expect(try nobody.json["reason"] == "NoDeviceToken")
    }

    @Test func aCertificateThatListsOtherTopicsIsAFindingAndNobodyWouldGetIt() throws {
        try site.execute("UPDATE wp_pushbridge_credentials SET topics = '[\"com.example.two\"]'")
        let run = try dryRun(#"{"title":"Hi","ttl":600}"#)
        #expect(run.exitCode == 1)
        let json = try run.json
        let finding = json["findings"]?.array?.first
        #expect(finding?["level"] == "warning")
        #expect(
            finding?["text"]
                == "apns-topic: the stored certificate is for com.example.two, not for com.example.app: refused")
        #expect(json["recipients"]?.array?.first?["reason"] == "TopicNotInCertificate")
        #expect(json["sendable"] == 0)
        try site.execute("UPDATE wp_pushbridge_credentials SET topics = '[\"com.example.app\"]'")
        #expect(try dryRun(#"{"title":"Hi","ttl":600}"#).exitCode == 0)
    }

    @Test func aListOfTokensNeedsNoDatabase() throws {
        let config = try site.directory.write(
            "away.ini", "[database]\nhost = 127.0.0.1\nport = 1\nname = x\nuser = x\npassword = x\n")
        let run = try Program.shell(
            ["send", "--dry-run", "--token-file", "-", "--title", "a", "--json", "--config", config],
            input: "\(token)\nnonsense\n", suffix: "")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.errors.contains("the topic is not known"))
        #expect(try run.json["recipients"]?.array?.map { $0["reason"] } == [.null, "MalformedDeviceToken"])
        #expect(try run.json["headers"]?["apns-topic"] == "<bundle id>")
    }

    // Each finding has its case in MessageLintTests.
    @Test(arguments: [
        (#"{"title":"a","colour":1}"#, "standard", "colour: unknown key"),
        (#"{"title":"a"}"#, "standard", "no apns-expiration"),
        (#"{"aps":{"event":"start"}}"#, "liveactivity", "aps.alert is missing"),
        (
            #"{"live_activity":{"event":"end","attributes":{}}}"#, "liveactivity",
            "live_activity.attributes: ignored, it belongs to event start"
        ),
    ])
    func whatWouldBeIgnoredIsFound(message: String, type: String, finding: String) throws {
        let found = try findings(message, type: type)
        #expect(found.contains(finding), "\(found)")
    }
}
