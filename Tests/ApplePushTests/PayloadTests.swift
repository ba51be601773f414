import ApplePush
import HTTP2Client
import JSONText
import PushCore
import Testing

/// The exact bodies and headers that messages become.
@Suite struct PayloadTests {
    static func notification(
        _ text: String, _ type: ActionType = .standard, action: UInt64 = 7, endOfLife: Int64? = nil
    ) throws -> PushNotification {
        PushNotification(
            actionID: action, app: "default", type: type,
            message: try PushMessage(JSONParser.parse(Array(text.utf8)), type: type), recipients: [], deadline: nil,
            endOfLife: endOfLife, startOfLife: 1_700_000_000)
    }

    private func payload(
        _ text: String, _ type: ActionType = .standard, action: UInt64 = 7, endOfLife: Int64? = nil,
        installation: String = "site"
    ) throws -> ApnsPayload {
        try IosPayloadBuilder(identifiers: PushIdentifiers(installationID: installation))
            .build(Self.notification(text, type, action: action, endOfLife: endOfLife))
    }

    private func body(_ text: String, _ type: ActionType = .standard) throws -> String {
        String(decoding: try payload(text, type).body, as: UTF8.self)
    }

    private func headers(_ payload: ApnsPayload) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: payload.headers.map { ("\($0.name)", String(decoding: $0.value, as: UTF8.self)) })
    }

    @Test(arguments: [
        (#"{"title":"Hi","body":"There"}"#, #"{"aps":{"alert":{"title":"Hi","body":"There"},"sound":"default"}}"#),
        (#"{"title":"Hi","sound":null}"#, #"{"aps":{"alert":{"title":"Hi"}}}"#),
        (#"{"title":"Hi","sound":"x.caf"}"#, #"{"aps":{"alert":{"title":"Hi"},"sound":"x.caf"}}"#),
        (
            #"{"body":"B","sound":{"critical":"1","name":"x.caf","volume":0.50}}"#,
            #"{"aps":{"alert":{"body":"B"},"sound":{"critical":1,"name":"x.caf","volume":0.50}}}"#
        ),
        (#"{"badge":"3"}"#, #"{"aps":{"badge":3}}"#), (#"{"badge":0}"#, #"{"aps":{"badge":0}}"#),
        (#"{"sound":"x.caf"}"#, #"{"aps":{"sound":"x.caf"}}"#),
        (
            #"{"title":"T","subtitle":"S","body":"B","badge":1,"category":"c","thread_id":"t","mutable_content":1,"#
                + #""target_content_id":"w","relevance_score":0.50,"filter_criteria":"f","#
                + #""interruption_level":"passive","content_available":true}"#,
            #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"},"sound":"default","badge":1,"category":"c","#
                + #""thread-id":"t","mutable-content":1,"content-available":1,"target-content-id":"w","#
                + #""relevance-score":0.50,"filter-criteria":"f","interruption-level":"passive"}}"#
        ),
        (
            #"{"title":"T","body":"B","loc":{"title_key":"TK","title_args":["a"],"subtitle_key":"SK","key":"K","args":[1]}}"#,
            #"{"aps":{"alert":{"title":"T","body":"B","title-loc-key":"TK","title-loc-args":["a"],"#
                + #""subtitle-loc-key":"SK","loc-key":"K","loc-args":["1"]},"sound":"default"}}"#
        ),
        (
            #"{"body":"B","launch_image":"l.png","summary_arg":"s","summary_arg_count":2,"url_args":["a"]}"#,
            #"{"aps":{"alert":{"body":"B","launch-image":"l.png","summary-arg":"s","summary-arg-count":2},"#
                + #""sound":"default","url-args":["a"]}}"#
        ),
        (
            #"{"title":"T","data":{"a":1,"b":[null]},"url":"https://x"}"#,
            #"{"aps":{"alert":{"title":"T"},"sound":"default"},"data":{"a":1,"b":[null]},"url":"https://x"}"#
        ),
        (
            #"{"title":"T","data":{"a":1,"url":"no","aps":{}},"data_placement":"root","url":"yes"}"#,
            #"{"aps":{"alert":{"title":"T"},"sound":"default"},"a":1,"url":"yes"}"#
        ),
        (
            #"{"title":"T","aps":{"alert":{"body":"B"},"badge":5,"sound":null,"x-own":1,"category":null},"root":{"aps":{},"k":1}}"#,
            #"{"aps":{"alert":{"title":"T","body":"B"},"badge":5,"x-own":1},"k":1}"#
        ),
        (#"{"title":"T","aps":{"alert":"text"}}"#, #"{"aps":{"alert":"text","sound":"default"}}"#),
        (#"{"aps":{"alert":"text"}}"#, #"{"aps":{"sound":"default","alert":"text"}}"#),
        (
            #"{"title":"T","url":"ours","root":{"url":"last"}}"#,
            #"{"aps":{"alert":{"title":"T"},"sound":"default"},"url":"last"}"#
        ),
        (#"{"data":{"a":1}}"#, #"{"aps":{"content-available":1},"data":{"a":1}}"#),
        (#"{"subtitle":"S","data":[]}"#, #"{"aps":{"content-available":1},"data":{}}"#),
        (#"{"silent":true}"#, #"{"aps":{"content-available":1}}"#),
        (
            #"{"silent":"1","title":"T","badge":2,"sound":"x","category":"c","thread_id":"t","aps":{"alert":"A","badge":1}}"#,
            #"{"aps":{"content-available":1}}"#
        ),
    ])
    func aStandardMessageBecomes(message: String, expected: String) throws {
        #expect(try body(message) == expected)
    }

    @Test(arguments: [
        (#"{"title":"T"}"#, ActionType.standard, PushType.alert), (#"{"badge":0}"#, .standard, .alert),
        (#"{"sound":"x"}"#, .standard, .alert), (#"{"aps":{"badge":1}}"#, .standard, .alert),
        (#"{"aps":{"sound":"x"}}"#, .standard, .alert), (#"{"aps":{"alert":"x"}}"#, .standard, .alert),
        (#"{"loc":{"key":"K"}}"#, .standard, .alert), (#"{"data":{"a":1}}"#, .standard, .background),
        (#"{"title":"","data":{"a":1}}"#, .standard, .background),
        (#"{"sound":null,"data":{}}"#, .standard, .background),
        (#"{"title":"T","silent":1}"#, .standard, .background), (#"{"data":{"a":1}}"#, .push(.alert), .alert),
        (#"{"title":"T","silent":true}"#, .push(.alert), .background),
        (#"{"title":"T"}"#, .push(.background), .background),
        (#"{"content_available":true}"#, .standard, .background),
        (#"{"title":"T","headers":{"apns-push-type":"background"}}"#, .standard, .background),
    ])
    func thePushTypeFollowsFromWhatTheUserNotices(message: String, type: ActionType, expected: PushType) throws {
        let payload = try payload(message, type)
        #expect(payload.pushType == expected)
        #expect(headers(payload)["apns-push-type"] == expected.rawValue)
    }

    @Test(arguments: [
        (
            #"{"title":"Anna","callkit_payload":{"uuid":"u","handle":"+49"}}"#,
            #"{"aps":{"alert":{"title":"Anna"},"sound":"ringtone","interruption-level":"time-sensitive"},"#
                + #""callkit_payload":{"uuid":"u","handle":"+49"}}"#
        ),
        (
            #"{"title":"A","sound":null,"interruption_level":"passive","callkit_payload":{"u":1},"aps":{"interruption-level":"active","sound":null}}"#,
            #"{"aps":{"alert":{"title":"A"},"interruption-level":"time-sensitive","sound":"ringtone"},"callkit_payload":{"u":1}}"#
        ),
        (
            #"{"title":"A","sound":"bell","callkit_payload":{"u":1},"data":{"callkit_payload":2,"k":3},"data_placement":"root","#
                + #""root":{"callkit_payload":4,"aps":5,"m":6},"url":"x"}"#,
            #"{"aps":{"alert":{"title":"A"},"sound":"bell","interruption-level":"time-sensitive"},"#
                + #""callkit_payload":{"u":1},"k":3,"url":"x","m":6}"#
        ),
    ])
    func aCallBecomes(message: String, expected: String) throws {
        #expect(try body(message, .push(.voip)) == expected)
    }

    @Test(arguments: [
        (#"{"push_magic":"M-1","ttl":5}"#, PushType.mdm, #"{"mdm":"M-1"}"#),
        (#"{"data":{"q":1}}"#, .location, #"{"aps":{},"data":{"q":1}}"#),
        (#"{"root":{"container-identifier":"c"}}"#, .fileprovider, #"{"aps":{},"container-identifier":"c"}"#),
        (#"{"data":{"q":1},"data_placement":"root"}"#, .complication, #"{"aps":{},"q":1}"#),
        (#"{"root":{"speaker":"Anna"}}"#, .pushtotalk, #"{"aps":{},"speaker":"Anna"}"#),
        (#"{"ttl":60}"#, .widgets, #"{"aps":{"content-changed":true}}"#),
        (#"{"content_changed":true}"#, .controls, #"{"aps":{"content-changed":true}}"#),
        (#"{"content_changed":false,"data":{}}"#, .widgets, #"{"aps":{},"data":{}}"#),
        (#"{"data":{"a":1}}"#, .background, #"{"aps":{"content-available":1},"data":{"a":1}}"#),
        (
            #"{"live_activity":{"event":"update","content_state":{"eta":5},"timestamp":"1700000001","stale_date":1700000002}}"#,
            .liveactivity,
            #"{"aps":{"timestamp":1700000001,"event":"update","content-state":{"eta":5},"stale-date":1700000002}}"#
        ),
        (
            #"{"live_activity":{"event":"end","dismissal_date":0,"attributes":{"n":1},"input_push_token":1},"relevance_score":75}"#,
            .liveactivity,
            #"{"aps":{"timestamp":1700000000,"event":"end","dismissal-date":0,"relevance-score":75}}"#
        ),
        (
            #"{"title":"T","loc":{"key":"K","args":["a"]},"live_activity":{"event":"start","content_state":{},"#
                + #""attributes_type":"A","attributes":{"n":1},"input_push_token":1,"input_push_channel":"Y2g="}}"#,
            .liveactivity,
            #"{"aps":{"timestamp":1700000000,"event":"start","content-state":{},"attributes-type":"A","#
                + #""attributes":{"n":1},"input-push-token":1,"input-push-channel":"Y2g=","#
                + #""alert":{"title":"T","body":{"loc-key":"K","loc-args":["a"]},"sound":"default"}}}"#
        ),
    ])
    func theOtherTypesBecome(message: String, type: PushType, expected: String) throws {
        #expect(try body(message, .push(type)) == expected)
        #expect(headers(try payload(message, .push(type)))["apns-push-type"] == type.rawValue)
    }

    @Test(arguments: [
        (#"{"title":"T"}"#, ActionType.standard, "10"), (#"{"title":"T","priority":"5"}"#, .standard, "5"),
        (#"{"title":"T","priority":1}"#, .standard, "1"), (#"{"silent":true,"priority":10}"#, .standard, "5"),
        (#"{"silent":true,"headers":{"apns-priority":10}}"#, .standard, "10"),
        (#"{"title":"T","priority":5,"headers":{"apns-priority":"1"}}"#, .standard, "1"),
        (#"{"title":"T","callkit_payload":{"u":1},"priority":5,"headers":{"apns-priority":1}}"#, .push(.voip), "10"),
        (#"{"content_changed":1}"#, .push(.widgets), "5"), (#"{"data":{}}"#, .push(.pushtotalk), "10"),
    ])
    func thePriorityFollowsItsRules(message: String, type: ActionType, expected: String) throws {
        #expect(headers(try payload(message, type))["apns-priority"] == expected)
    }

    @Test(
        arguments: [
            (#"{"title":"T"}"#, ActionType.standard, nil, nil),
            (#"{"title":"T"}"#, .standard, 1_700_000_060, "1700000060"),
            (#"{"title":"T","ttl":0}"#, .standard, nil, "0"),
            (#"{"title":"T","ttl":0}"#, .standard, 1_700_000_060, "0"),
            (#"{"title":"T","headers":{"apns-expiration":"99"}}"#, .standard, 1_700_000_060, "99"),
            (#"{"title":"T","callkit_payload":{"u":1}}"#, .push(.voip), 1_700_000_010, "0"),
            (#"{"title":"T","callkit_payload":{"u":1},"headers":{"apns-expiration":5}}"#, .push(.voip), nil, "5"),
            (#"{"data":{}}"#, .push(.pushtotalk), nil, "0"),
        ] as [(String, ActionType, Int64?, String?)])
    func theExpirationIsTheEndOfLife(message: String, type: ActionType, end: Int64?, expected: String?) throws {
        #expect(headers(try payload(message, type, endOfLife: end))["apns-expiration"] == expected)
    }

    @Test func onlyAlertsCollapseByThemselvesAndTheSameActionAlwaysAlike() throws {
        let alert = #"{"title":"T"}"#
        let id = try #require(headers(try payload(alert))["apns-collapse-id"])
        #expect(id.utf8.count == 32)
        #expect(headers(try payload(alert))["apns-collapse-id"] == id)
        #expect(headers(try payload(alert, action: 8))["apns-collapse-id"] != id)
        #expect(headers(try payload(alert, installation: "other"))["apns-collapse-id"] != id)
        #expect(try payload(alert).isReplaceable)
        for (message, type) in [
            (#"{"silent":true}"#, ActionType.standard), (#"{"data":{}}"#, .push(.location)),
            (#"{"title":"T","callkit_payload":{"u":1},"collapse_id":"c"}"#, .push(.voip)),
            (#"{"title":"T","callkit_payload":{"u":1},"headers":{"apns-collapse-id":"c"}}"#, .push(.voip)),
        ] {
            #expect(headers(try payload(message, type))["apns-collapse-id"] == nil)
            #expect(try !payload(message, type).isReplaceable)
        }
    }

    @Test func aCollapseIDOfTheMessageIsTakenAndAHeaderWins() throws {
        #expect(headers(try payload(#"{"title":"T","collapse_id":"mine"}"#))["apns-collapse-id"] == "mine")
        let both = #"{"title":"T","collapse_id":"mine","headers":{"Apns-Collapse-Id":"header"}}"#
        #expect(headers(try payload(both))["apns-collapse-id"] == "header")
    }

    @Test func headersOfTheMessageReplaceTopicAndID() throws {
        let id = "0AB1C2D3-E4F5-6789-ABCD-EF0123456789"
        let payload = try payload(#"{"title":"T","headers":{"apns-topic":"com.example.x","apns-id":"\#(id)"}}"#)
        #expect(payload.topic.map { String(decoding: $0, as: UTF8.self) } == "com.example.x")
        #expect(payload.id.map { String(decoding: $0, as: UTF8.self) } == id.lowercased())
    }

    @Test func theIDOfAPushIsAUUIDThatNeverChanges() throws {
        let token = try #require(DeviceToken(hex: String(repeating: "ab", count: 32)))
        let other = try #require(DeviceToken(hex: String(repeating: "ac", count: 32)))
        let identifiers = PushIdentifiers(installationID: "site")
        let id = identifiers.id(action: 7, recipient: token.hex)
        let text = String(decoding: id, as: UTF8.self)
        #expect(text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        #expect(PushIdentifiers(installationID: "site").id(action: 7, recipient: token.hex) == id)
        #expect(identifiers.id(action: 8, recipient: token.hex) != id)
        #expect(identifiers.id(action: 7, recipient: other.hex) != id)
        #expect(PushIdentifiers(installationID: "two").id(action: 7, recipient: token.hex) != id)
    }

    @Test(arguments: [(ActionType.standard, 4096, ""), (.push(.voip), 5120, #","callkit_payload":{"u":1}"#)])
    func aBodyMayFillTheLimitToTheByte(type: ActionType, limit: Int, more: String) throws {
        let empty = try payload(#"{"title":"T","body":"x"\#(more)}"#, type).body.count - 1
        let fits = String(repeating: "b", count: limit - empty)
        #expect(try payload(#"{"title":"T","body":"\#(fits)"\#(more)}"#, type).body.count == limit)
        #expect(throws: MessageFault(reason: "PayloadTooLarge: \(limit + 1) bytes, \(limit) allowed")) {
            try payload(#"{"title":"T","body":"\#(fits)b"\#(more)}"#, type)
        }
    }

    @Test(arguments: ["é", "👨‍👩‍👧‍👦", "\\\"", "\\n", "e\u{301}", "日本"])
    func fitShortensTheBodyAtAGrapheme(unit: String) throws {
        let long = String(repeating: unit, count: 5000)
        let payload = try payload(#"{"title":"T","body":"\#(long)","fit":true}"#)
        #expect(payload.body.count <= 4096)
        #expect(payload.body.count > 4096 - 30)
        let whole = try #require(JSONParser.parse(Array("\"\(long)\"".utf8)).string)
        let short = try #require(JSONParser.parse(payload.body)["aps"]?["alert"]?["body"]?.string)
        #expect(whole.hasPrefix(short))
        #expect(Set(short.map { $0 }).isSubset(of: Set(whole.map { $0 })))
        #expect(payload.warnings.contains { $0.hasPrefix("body: shortened") })
    }

    @Test func fitShortensACallAndABroadcastToTheirLargerLimit() throws {
        let long = #""title":"Anna","body":"\#(String(repeating: "b", count: 6000))","fit":true"#
        let call = try payload(#"{\#(long),"callkit_payload":{"u":1}}"#, .push(.voip))
        #expect(call.body.count == 5120)
        let update = #""live_activity":{"event":"update","content_state":{"eta":5}}"#
        let message = "{\(long),\(update)}"
        #expect(try payload(message, .push(.liveactivity)).body.count == 4096)
        var broadcast = try Self.notification(message, .push(.liveactivity))
        let channel = try #require(BroadcastChannel("dHN0LXNyY2gtY2hubA=="))
        broadcast = PushNotification(
            actionID: 7, app: "default", type: .push(.liveactivity), message: broadcast.message,
            recipients: [Recipient(userID: nil, address: .channel(channel), kind: .liveActivity)], deadline: nil,
            endOfLife: nil, startOfLife: 1_700_000_000)
        let built = try IosPayloadBuilder(identifiers: PushIdentifiers(installationID: "site")).build(broadcast)
        #expect(built.body.count == 5120)
        #expect(built.warnings.contains { $0.hasPrefix("body: shortened") })
    }

    @Test func fitDoesNotHelpWhenTheBodyIsNotWhatIsTooLong() throws {
        let long = String(repeating: "x", count: 5000)
        #expect(throws: MessageFault.self) { try payload(#"{"title":"\#(long)","body":"b","fit":true}"#) }
        #expect(throws: MessageFault.self) { try payload(#"{"loc":{"key":"\#(long)"},"fit":true}"#) }
    }

    @Test(arguments: [
        (#"{"silent":true,"aps":{"alert":"A","badge":1}}"#, ActionType.standard, "alert, badge"),
        (#"{"silent":true,"title":"T","category":"c"}"#, .standard, "alert, category"),
        (#"{"title":"T","data":{"aps":1},"data_placement":"root"}"#, .standard, "data.aps"),
        (#"{"title":"T","root":{"aps":1}}"#, .standard, "root.aps"),
        (#"{"data":{"a":1}}"#, .push(.alert), "shows nothing"),
        (#"{"title":"T","callkit_payload":{"u":1},"priority":1}"#, .push(.voip), "priority"),
        (#"{"title":"T","callkit_payload":{"u":1},"interruption_level":"active"}"#, .push(.voip), "time-sensitive"),
        (#"{"silent":true,"priority":10}"#, .standard, "priority"), (#"{"silent":true}"#, .push(.location), "silent"),
        (
            #"{"title":"T","subtitle":"S","launch_image":"l","live_activity":{"event":"end"}}"#, .push(.liveactivity),
            "dropped: subtitle, launch-image"
        ),
    ])
    func whatIsDroppedIsSaid(message: String, type: ActionType, word: String) throws {
        let warnings = try payload(message, type).warnings
        #expect(warnings.contains { $0.contains(word) }, "\(warnings)")
    }

    @Test(arguments: [#"{"title":"T","icon":"x"}"#, #"{"silent":true}"#, #"{"data":{"a":1}}"#])
    func whatIsRightSaysNothing(message: String) throws {
        #expect(try payload(message).warnings.isEmpty)
    }
}
