import ApnsSimulator
import JSONText
import Testing

/// Broadcast channels, as curl sees them.
@Suite struct ChannelTests {
    private static let requestID = "2288cf3f-70d8-46a6-97d7-dd5d00867127"

    private func manage(
        _ fixture: SimulatorFixture, _ method: String, _ path: String = "channels", channel: String? = nil,
        body: String? = nil, sandbox: Bool = false
    ) -> Curl.Answer {
        fixture.curl.send(
            fixture.push(sandbox: sandbox) { request in
                request.path = "/1/apps/com.example.app/\(path)"
                request.method = method
                request.headers.removeAll { !$0.hasPrefix("authorization") }
                request.headers.append("apns-request-id: \(Self.requestID)")
                if let channel { request.headers.append("apns-channel-id: \(channel)") }
                request.body = body
            })
    }

    private func create(_ fixture: SimulatorFixture, policy: Int = 0, sandbox: Bool = false) throws -> String {
        let body = #"{"message-storage-policy": \#(policy), "push-type": "LiveActivity"}"#
        let answer = manage(fixture, "POST", body: body, sandbox: sandbox)
        #expect(answer.status == 201)
        #expect(answer.headers["apns-request-id"] == Self.requestID)
        #expect(answer.body.isEmpty)
        return try #require(answer.headers["apns-channel-id"])
    }

    private func list(_ fixture: SimulatorFixture, sandbox: Bool = false) throws -> [String] {
        let answer = manage(fixture, "GET", "all-channels", sandbox: sandbox)
        #expect(answer.status == 200)
        return try #require(try JSONParser.parse(Array(answer.body.utf8))["channels"]?.array).compactMap(\.string)
    }

    @Test func aChannelIsMadeReadListedAndDeleted() throws {
        let fixture = try SimulatorFixture()
        let first = try create(fixture)
        let second = try create(fixture, policy: 1)
        #expect(first != second)
        #expect(try list(fixture) == [first, second])
        let read = manage(fixture, "GET", channel: second)
        #expect(read.status == 200)
        #expect(read.headers["apns-request-id"] == Self.requestID)
        #expect(
            try JSONParser.parse(Array(read.body.utf8))
                == ["message-storage-policy": 1, "push-type": "LiveActivity"])
        #expect(fixture.simulator.channels.map(\.policy) == [.none, .latest])
        let deleted = manage(fixture, "DELETE", channel: first)
        #expect(deleted.status == 204)
        #expect(deleted.headers["apns-request-id"] == Self.requestID)
        #expect(manage(fixture, "DELETE", channel: first).reason == "ChannelNotRegistered")
        #expect(try list(fixture) == [second])
        #expect(fixture.simulator.received().map(\.status) == [201, 201, 200, 200, 204, 400, 200])
    }

    @Test func eachEnvironmentHasItsOwnChannels() throws {
        let fixture = try SimulatorFixture()
        let channel = try create(fixture, sandbox: true)
        #expect(try list(fixture).isEmpty)
        #expect(try list(fixture, sandbox: true) == [channel])
        #expect(manage(fixture, "GET", channel: channel).reason == "ChannelNotRegistered")
    }

    @Test func noMoreChannelsAreMadeThanAnAppMayHave() throws {
        let fixture = try SimulatorFixture { $0.settings.channelLimit = 2 }
        let first = try create(fixture)
        _ = try create(fixture)
        let body = #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#
        #expect(manage(fixture, "POST", body: body).reason == "CannotCreateChannelConfig")
        #expect(manage(fixture, "DELETE", channel: first).status == 204)
        _ = try create(fixture)
    }

    @Test(arguments: [
        ("BadRequestPayload", "no JSON"), ("BadRequestPayload", "[1]"),
        ("BadRequestParams", #"{"message-storage-policy":2,"push-type":"LiveActivity"}"#),
        ("BadRequestParams", #"{"push-type":"LiveActivity"}"#),
        ("BadRequestParams", #"{"message-storage-policy":0,"push-type":"LiveActivity","name":"x"}"#),
        ("MissingPushType", #"{"message-storage-policy":0}"#),
        ("InvalidPushType", #"{"message-storage-policy":0,"push-type":"alert"}"#),
    ])
    func aWrongConfigurationIsRefused(reason: String, body: String) throws {
        let answer = manage(try SimulatorFixture(), "POST", body: body)
        #expect(answer.status == 400)
        #expect(answer.reason == reason)
    }

    @Test func managementRequestsAreCheckedLikePushes() throws {
        let fixture = try SimulatorFixture()
        #expect(manage(fixture, "GET").reason == "MissingChannelId")
        #expect(manage(fixture, "GET", channel: "%%%%").reason == "BadChannelId")
        #expect(manage(fixture, "PUT", body: "{}").reason == "MethodNotAllowed")
        #expect(manage(fixture, "POST", "all-channels", body: "{}").reason == "MethodNotAllowed")
        #expect(manage(fixture, "GET", "others").reason == "BadPath")
        let stranger = fixture.curl.send(
            fixture.push { request in
                request.path = "/1/apps/com.example.app/all-channels"
                request.method = "GET"
                request.headers = ["apns-request-id: no-uuid"]
                request.body = nil
            })
        #expect(stranger.status == 403)
        #expect(stranger.reason == "MissingProviderToken")
        #expect(stranger.headers["apns-request-id"]?.count == 36)
        fixture.simulator.settings.broadcastEnabled = false
        #expect(manage(fixture, "GET", "all-channels").reason == "FeatureNotEnabled")
    }

    @Test func aKeyOfAnotherAppMayNotManageChannels() throws {
        let fixture = try SimulatorFixture()
        try fixture.simulator.register(fixture.key.registration(topics: ["com.example.other"]))
        let answer = manage(fixture, "GET", "all-channels")
        #expect(answer.status == 403)
        #expect(answer.reason == "TopicMismatch")
    }

    // MARK: Broadcasts

    private func broadcast(
        _ fixture: SimulatorFixture, _ channel: String?, _ change: (inout Curl.Request) -> Void = { _ in }
    ) -> Curl.Answer {
        fixture.curl.send(
            fixture.push { request in
                request.path = "/4/broadcasts/apps/com.example.app"
                request.headers.removeAll { !$0.hasPrefix("authorization") }
                request.headers += [
                    "apns-push-type: liveactivity", "apns-expiration: 0", "apns-priority: 10",
                    "apns-request-id: \(Self.requestID)",
                ]
                if let channel { request.headers.append("apns-channel-id: \(channel)") }
                request.body = #"{"aps":{"timestamp":1,"event":"update","content-state":{}}}"#
                change(&request)
            })
    }

    @Test func aBroadcastIsTakenAndRecorded() throws {
        let fixture = try SimulatorFixture()
        let channel = try create(fixture)
        fixture.simulator.clear()
        let answer = broadcast(fixture, channel)
        #expect(answer.status == 200)
        #expect(answer.headers["apns-request-id"] == Self.requestID)
        #expect(answer.headers["apns-unique-id"]?.count == 36)
        let received = try #require(fixture.simulator.received().first)
        #expect(received.path == "/4/broadcasts/apps/com.example.app")
        #expect(received.header("apns-channel-id") == channel)
        #expect(received.accepted)
        #expect(received.warnings.isEmpty)
        #expect(received.token.isEmpty)
    }

    private static func replacing(_ name: String, _ value: String?) -> @Sendable (inout Curl.Request) -> Void {
        { request in
            request.headers.removeAll { $0.hasPrefix("\(name):") }
            if let value { request.headers.append("\(name): \(value)") }
        }
    }

    private static func body(bytes: Int) -> @Sendable (inout Curl.Request) -> Void {
        { request in
            request.body = #"{"aps":"\#(String(repeating: "x", count: bytes - 10))"}"#
        }
    }

    @Test(arguments: [
        RuleTests.Case("no push type", 400, "MissingPushType", replacing("apns-push-type", nil)),
        RuleTests.Case("another push type", 400, "InvalidPushType", replacing("apns-push-type", "alert")),
        RuleTests.Case("no expiration", 400, "BadExpirationDate", replacing("apns-expiration", nil)),
        RuleTests.Case(
            "storage on a channel without", 400, "BadExpirationDate", replacing("apns-expiration", "1900000000")),
        RuleTests.Case("no priority", 400, "BadPriority", replacing("apns-priority", nil)),
        RuleTests.Case("no channel", 400, "MissingChannelId", replacing("apns-channel-id", nil)),
        RuleTests.Case("no Base64", 400, "BadChannelId", replacing("apns-channel-id", "a-b_c")),
        RuleTests.Case("an unknown channel", 400, "ChannelNotRegistered", replacing("apns-channel-id", "dW5rbm93bg==")),
        RuleTests.Case("a request id that is none", 400, "BadMessageId", replacing("apns-request-id", "17")),
        RuleTests.Case("5120 bytes", 200, nil, body(bytes: 5120)),
        RuleTests.Case("5121 bytes", 413, "PayloadTooLarge", body(bytes: 5121)),
        RuleTests.Case("no body", 400, "PayloadEmpty") { $0.body = "" },
        RuleTests.Case("no JSON", 400, "BadRequestPayload") { $0.body = "hello" },
        RuleTests.Case("a topic's suffix", 400, "TopicDisallowed") {
            $0.path = "/4/broadcasts/apps/com.example.app.push-type.liveactivity"
        },
        RuleTests.Case("no app", 404, "BadPath") { $0.path = "/4/broadcasts/apps/" },
        RuleTests.Case("GET", 405, "MethodNotAllowed") { request in
            request.method = "GET"
            request.body = nil
        },
    ])
    func aBroadcastMustBeAsAppleWantsIt(test: RuleTests.Case) throws {
        let fixture = try SimulatorFixture()
        let answer = broadcast(fixture, try create(fixture), test.change)
        #expect(answer.status == test.status)
        #expect(answer.reason == test.reason)
    }

    @Test func aChannelThatKeepsTheNewestMessageTakesAnExpiration() throws {
        let fixture = try SimulatorFixture()
        let channel = try create(fixture, policy: 1)
        #expect(broadcast(fixture, channel, Self.replacing("apns-expiration", "1900000000")).status == 200)
    }

    @Test func theControlPortMakesChannelsKnown() throws {
        let fixture = try SimulatorFixture { $0.control = try? LoopbackAddress("127.0.0.1:0") }
        let url = try #require(fixture.simulator.controlURL)
        let channel = #"{"id":"dHN0LXNyY2gtY2hubA==","bundle_id":"com.example.app","policy":"latest"}"#
        #expect(Curl.run("curl -s '\(url)/channels' -d '\(channel)'").output.contains("done"))
        #expect(Curl.run("curl -s '\(url)/channels'").output.contains("dHN0LXNyY2gtY2hubA=="))
        #expect(broadcast(fixture, "dHN0LXNyY2gtY2hubA==").status == 200)
        #expect(Curl.run("curl -s -X DELETE '\(url)/channels'").output.contains("done"))
        #expect(broadcast(fixture, "dHN0LXNyY2gtY2hubA==").reason == "ChannelNotRegistered")
        #expect(Curl.run("curl -s '\(url)/channels' -d '{\"id\":\"x\"}'").output.contains("bundle_id is missing"))
    }
}
