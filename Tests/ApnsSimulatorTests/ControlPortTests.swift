import ApnsSimulator
import JSONText
import ServiceRuntime
import Testing

@Suite struct ControlPortTests {
    /// Talks to the control port with curl.
    private struct Port {
        let url: String

        func call(_ method: String, _ path: String, _ body: String? = nil, _ options: String = "") throws -> JSONValue {
            let data = body.map { "--data-binary '\($0)'" } ?? ""
            let (output, _) = Curl.run("curl -s -X \(method) \(data) \(options) '\(url)\(path)'")
            return try JSONParser.parse(Array(output.utf8))
        }
    }

    private func start() throws -> (SimulatorFixture, Port) {
        let fixture = try SimulatorFixture { $0.control = LoopbackAddress(port: 0) }
        return (fixture, Port(url: try #require(fixture.simulator.controlURL)))
    }

    @Test func tokensKeysAndSettingsAreRegistered() throws {
        let (fixture, port) = try start()
        let token = String(repeating: "ef", count: 32)
        let dead = #"{"token":"\#(token)","state":"unregistered","at":1234,"kind":"voip","topics":["com.example.app"]}"#
        #expect(try port.call("POST", "/tokens", "[\(dead)]")["count"] == 1)
        let call = fixture.push { request in
            request.path = "/3/device/\(token)"
            request.headers.removeAll { $0.hasPrefix("apns-") }
            request.headers += ["apns-topic: com.example.app.voip", "apns-push-type: voip"]
        }
        #expect(fixture.curl.send(call).body == #"{"reason":"Unregistered","timestamp":1234}"#)
        let pem = try fixture.key.registration().publicKeyPEM
        let key: JSONValue = [
            "key_id": .string(fixture.key.keyID), "team_id": .string(fixture.key.teamID), "public_key": .string(pem),
            "environments": ["sandbox"],
        ]
        #expect(try port.call("POST", "/keys", JSONWriter.text(key))["done"] == true)
        #expect(fixture.curl.send(fixture.push()).reason == "BadEnvironmentKeyIdInToken")
        #expect(try port.call("POST", "/settings", #"{"unknown_tokens":"bad-device-token"}"#)["done"] == true)
        #expect(fixture.simulator.unknownTokens == .badDeviceToken)
        #expect(try port.call("GET", "/settings")["unknown_tokens"] == "bad-device-token")
        #expect(try port.call("POST", "/settings", "@-", "< /dev/null")["error"] != nil)
    }

    @Test func allSettingsCanBeReadAndWrittenBack() throws {
        let (fixture, port) = try start()
        fixture.simulator.settings.answerDelay = 12
        let before = fixture.simulator.settings
        #expect(try port.call("POST", "/settings", JSONWriter.text(port.call("GET", "/settings")))["done"] == true)
        #expect(fixture.simulator.settings == before)
    }

    @Test func receivedPushesAreListedFromWhereOneLeftOff() throws {
        let (fixture, port) = try start()
        _ = fixture.curl.send([fixture.push(), fixture.push { $0.body = "" }])
        let first = try port.call("GET", "/received?since=0&limit=1")
        #expect(first["received"]?.array?.count == 1)
        let push = try #require(first["received"]?.array?.first)
        #expect(push["headers"]?["apns-topic"] == "com.example.app")
        #expect(push["body"] == #"{"aps":{"alert":"Hello"}}"#)
        #expect(push["status"] == 200)
        #expect(push["arrival_ms"]?.integer ?? 0 > 1_600_000_000_000)
        #expect(push["arrival_monotonic_ns"]?.integer == fixture.simulator.received()[0].arrival.nanoseconds)
        let next = try #require(first["next"]?.integer)
        let second = try port.call("GET", "/received?since=\(next)")
        #expect(second["received"]?.array?.map { $0["reason"] } == ["PayloadEmpty"])
        #expect(try port.call("GET", "/stats")["by_status"] == ["200": 1, "400": 1])
        #expect(try port.call("DELETE", "/received")["done"] == true)
        #expect(fixture.simulator.receivedCount() == 0)
    }

    @Test func everyFaultCanBeInjected() throws {
        let (fixture, port) = try start()
        let actions = [
            #""action":"answer","status":503,"reason":"Shutdown","retry_after":"3","headers":{"x-a":"b"}"#,
            #""action":"delay","ms":1"#, #""action":"silence""#, #""action":"reset-stream","code":2"#,
            #""action":"refuse""#, #""action":"goaway","last_stream_id":"zero","reason":"Shutdown""#,
            #""action":"drop-connection""#, #""action":"garbage","kind":"half-frame""#,
            #""action":"slow-read","bytes_per_second":0"#, #""action":"slow-answer","bytes_per_second":1"#,
            #""action":"stream-limit","streams":1"#, #""action":"oversize-body","bytes":10"#,
        ]
        for action in actions {
            #expect(try port.call("POST", "/faults", "{\(action),\"token\":\"00\"}")["done"] == true, "\(action)")
        }
        #expect(try port.call("GET", "/stats")["armed_faults"] == 12)
        #expect(try port.call("DELETE", "/faults")["done"] == true)
        let fault = #"{"action":"answer","status":503,"reason":"Shutdown","every":2,"count":"all"}"#
        #expect(try port.call("POST", "/faults", fault)["done"] == true)
        let statuses = fixture.curl.send((0..<5).map { _ in fixture.push() }).answers.map(\.status)
        #expect(statuses == [503, 200, 503, 200, 503])
    }

    @Test func mistakesAreExplainedAndChangeNothing() throws {
        let (fixture, port) = try start()
        let mistakes = [
            ("/faults", #"{"action":"explode"}"#, "one of answer"),
            ("/faults", #"{"action":"delay"}"#, "ms is missing"),
            ("/tokens", #"[{"token":"ab"},{"tokn":"cd"}]"#, "token is missing"),
            ("/tokens", #"{"token":"ab","kindd":"voip"}"#, "kindd is unknown"),
            ("/keys", #"{"key_id":"A","team_id":"B","public_key":"C"}"#, "public key"),
            ("/settings", #"{"answer_delay_ms":"5"}"#, "whole number"), ("/settings", "{", "byte 1"),
        ]
        for (path, body, part) in mistakes {
            let error = try port.call("POST", path, body)["error"]?.string ?? ""
            #expect(error.contains(part), "\(body): \(error)")
        }
        #expect(try port.call("GET", "/nothing")["error"] != nil)
        #expect(try port.call("GET", "/received?since=x")["error"] != nil)
        #expect(try port.call("GET", "/stats", nil, "-H 'Origin: http://example.com'")["error"] != nil)
        #expect(try port.call("GET", "/stats")["armed_faults"] == 0)
        // Nothing of a list with a mistake was carried out, so unknown tokens are the only ones.
        fixture.simulator.unknownTokens = .badDeviceToken
        #expect(fixture.curl.send(fixture.push { $0.path = "/3/device/ab" }).reason == "BadDeviceToken")
    }

    @Test func connectionsAreDroppedOnDemand() throws {
        let (fixture, port) = try start()
        fixture.simulator.inject(Fault(.silence))
        let push = Curl.Background(fixture.curl, fixture.push())
        eventually { fixture.simulator.receivedCount() == 1 }
        #expect(try port.call("POST", "/connections", #"{"action":"drop"}"#)["done"] == true)
        #expect(push.answer().status == 0)
    }
}
