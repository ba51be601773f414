import ApnsSimulator
import Testing

@Suite struct RuleTests {
    /// A request that differs from a good one, and what APNs says of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: Int
        let reason: String?
        let change: @Sendable (inout Curl.Request) -> Void

        init(
            _ description: String, _ status: Int, _ reason: String?,
            _ change: @escaping @Sendable (inout Curl.Request) -> Void
        ) {
            testDescription = description
            self.status = status
            self.reason = reason
            self.change = change
        }
    }

    private static func payload(bytes: Int) -> String {
        let start = #"{"aps":{"alert":""#
        let end = #""}}"#
        return start + String(repeating: "x", count: bytes - start.utf8.count - end.utf8.count) + end
    }

    private static func topic(_ topic: String, _ type: String) -> @Sendable (inout Curl.Request) -> Void {
        { request in
            request.headers.removeAll { $0.hasPrefix("apns-topic") || $0.hasPrefix("apns-push-type") }
            request.headers += ["apns-topic: \(topic)", "apns-push-type: \(type)"]
        }
    }

    private static func header(_ header: String) -> @Sendable (inout Curl.Request) -> Void {
        { $0.headers.append(header) }
    }

    private static func without(_ prefix: String) -> @Sendable (inout Curl.Request) -> Void {
        { request in request.headers.removeAll { $0.hasPrefix(prefix) } }
    }

    private static func path(_ path: String) -> @Sendable (inout Curl.Request) -> Void { { $0.path = path } }

    private static func body(_ body: String?) -> @Sendable (inout Curl.Request) -> Void { { $0.body = body } }

    private static let pathCases = [
        Case("GET", 405, "MethodNotAllowed") { request in
            request.method = "GET"
            request.body = nil
        },
        Case("another path", 404, "BadPath", path("/3/devices/abab")),
        Case("the root", 404, "BadPath", path("/")),
        Case("something below the token", 404, "BadPath", path("/3/device/abab/cd")),
        Case("no token", 400, "MissingDeviceToken", path("/3/device/")),
        Case("no token and no slash", 400, "MissingDeviceToken", path("/3/device")),
        Case("no hex digits", 400, "BadDeviceToken", path("/3/device/" + String(repeating: "zz", count: 32))),
        Case("an odd number of digits", 400, "BadDeviceToken", path("/3/device/abc")),
        Case("202 digits", 400, "BadDeviceToken", path("/3/device/" + String(repeating: "ab", count: 101))),
        Case("200 digits", 200, nil, path("/3/device/" + String(repeating: "ab", count: 100))),
        Case("zeros", 400, "BadDeviceToken", path("/3/device/" + String(repeating: "00", count: 32))),
        Case("upper case", 200, nil, path("/3/device/" + String(repeating: "AB", count: 32))),
    ]

    private static let headerCases = [
        Case("an id that is no UUID", 400, "BadMessageId", header("apns-id: 42")),
        Case("an id with a wrong digit", 400, "BadMessageId", header("apns-id: 123e4567-e89b-12d3-a456-42661417400g")),
        Case("an expiration of words", 400, "BadExpirationDate", header("apns-expiration: tomorrow")),
        Case("an expiration of 0", 200, nil, header("apns-expiration: 0")),
        Case("priority 7", 400, "BadPriority", header("apns-priority: 7")),
        Case("priority 1", 200, nil, header("apns-priority: 1")),
        Case("a collapse id of 64 bytes", 200, nil, header("apns-collapse-id: " + String(repeating: "c", count: 64))),
        Case(
            "a collapse id of 65 bytes", 400, "BadCollapseId",
            header("apns-collapse-id: " + String(repeating: "c", count: 65))),
        Case("an unknown push type", 400, "InvalidPushType", topic("com.example.app", "shout")),
        Case("no push type", 200, nil, without("apns-push-type")),
        Case("no topic", 400, "MissingTopic", without("apns-topic")),
        Case("an impossible topic", 400, "BadTopic", topic("com example/app", "alert")),
        Case("two topics", 400, "DuplicateHeaders", header("apns-topic: com.example.other")),
        Case("two priorities", 400, "DuplicateHeaders") { $0.headers += ["apns-priority: 5", "apns-priority: 5"] },
        Case("a background push with priority 10", 400, "BadPriority") { request in
            topic("com.example.app", "background")(&request)
            request.headers.append("apns-priority: 10")
        },
        Case("an alert to the VoIP topic", 400, "InvalidPushType", topic("com.example.app.voip", "alert")),
        Case("a VoIP push to the plain topic", 400, "InvalidPushType", topic("com.example.app", "voip")),
        Case("no provider token", 403, "MissingProviderToken", without("authorization")),
    ]

    private static let topicCases = [
        ("com.example.app", "background"), ("com.example.app.voip", "voip"),
        ("com.example.app.location-query", "location"), ("com.example.app.complication", "complication"),
        ("com.example.app.pushkit.fileprovider", "fileprovider"), ("com.apple.mgmt.External.1", "mdm"),
        ("com.example.app.push-type.liveactivity", "liveactivity"), ("com.example.app.voip-ptt", "pushtotalk"),
        ("com.example.app.push-type.widgets", "widgets"), ("com.example.app.push-type.controls", "controls"),
    ].map { Case("\($1) to \($0)", 200, nil, topic($0, $1)) }

    private static let bodyCases = [
        Case("no body", 400, "PayloadEmpty", body("")),
        Case("a list", 400, "PayloadEmpty", body("[1]")),
        Case("broken JSON", 400, "PayloadEmpty", body(#"{"aps":{"alert":"x"}"#)),
        Case("4096 bytes", 200, nil, body(payload(bytes: 4096))),
        Case("4097 bytes", 413, "PayloadTooLarge", body(payload(bytes: 4097))),
        Case("a megabyte", 413, "PayloadTooLarge", body(payload(bytes: 1 << 20))),
        Case("5120 bytes of VoIP", 200, nil) { request in
            topic("com.example.app.voip", "voip")(&request)
            request.body = payload(bytes: 5120)
        },
        Case("5121 bytes of VoIP", 413, "PayloadTooLarge") { request in
            topic("com.example.app.voip", "voip")(&request)
            request.body = payload(bytes: 5121)
        },
    ]

    @Test func everyRuleAnswersAsApplesTableSays() throws {
        let cases = Self.pathCases + Self.headerCases + Self.topicCases + Self.bodyCases
        let fixture = try SimulatorFixture()
        let answers = fixture.curl.send(cases.map { fixture.push($0.change) }).answers
        try #require(answers.count == cases.count)
        for (tried, answer) in zip(cases, answers) {
            #expect(answer.status == tried.status, "\(tried.testDescription)")
            #expect(answer.reason == tried.reason, "\(tried.testDescription)")
            #expect(answer.headers["apns-id"]?.count == 36, "\(tried.testDescription)")
        }
    }

    @Test func whatOnlyHarmsDeliveryIsTakenWithAWarning() throws {
        let fixture = try SimulatorFixture()
        let requests = [
            fixture.push(Self.without("apns-push-type")),
            fixture.push(Self.body(#"{"aps":{"content-available":1}}"#)),
            fixture.push(Self.topic("com.example.app", "background")),
            fixture.push(Self.topic("com.example.app.voip", "voip")),
            fixture.push(Self.header("apns-expiration: 300")),
        ]
        #expect(fixture.curl.send(requests).answers.map(\.status) == [200, 200, 200, 200, 200])
        let warnings = fixture.simulator.received().map { $0.warnings.joined(separator: "; ") }
        try #require(warnings.count == 5)
        #expect(warnings[0].contains("apns-push-type"))
        #expect(warnings[1].contains("without alert, badge or sound"))
        #expect(warnings[2].contains("content-available") && warnings[2].contains("apns-priority 5"))
        #expect(warnings[3].contains("apns-expiration"))
        #expect(warnings[4].contains("past"))
    }
}
