import JSONText
import PushCore
import Testing

/// What a message of the contract's section 3 is read as, and what it is refused for.
@Suite struct MessageReadingTests {
    private func message(_ text: String, _ type: ActionType = .standard) throws -> PushMessage {
        try PushMessage(JSONParser.parse(Array(text.utf8)), type: type)
    }

    private func fault(_ text: String, _ type: ActionType = .standard) throws -> String? {
        let json = try JSONParser.parse(Array(text.utf8))
        do throws(MessageFault) {
            _ = try PushMessage(json, type: type)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: ["{}", "[]", "null", #"{"title":null,"badge":null}"#, #"{"icon":"x"}"#, #"{"titel":"typo"}"#])
    func nothingToSendIsAnEmptyMessage(text: String) throws {
        #expect(try fault(text) == "EmptyMessage")
    }

    @Test(arguments: ["\"hello\"", "7", "[1]", "true"])
    func aMessageThatIsNoObjectIsNamed(text: String) throws {
        #expect(try fault(text) == "InvalidMessage: message")
    }

    @Test(
        arguments: [
            (#""3""#, 3), ("3", 3), ("0", 0), (#""0""#, 0), ("3.0", 3),
        ] as [(String, Int64)])
    func wholeNumbersMayBeTextsAsPHPSendsThem(value: String, badge: Int64) throws {
        #expect(try message(#"{"badge":\#(value)}"#).options.badge == badge)
    }

    @Test(arguments: [
        #""three""#, "-1", "1.5", #""1.5""#, "true", "[]", "{}", #""+3""#, #""3 ""#, #""""#, "99999999999999999999",
    ])
    func aBadgeThatIsNoWholeNumberIsRefused(value: String) throws {
        #expect(try fault(#"{"badge":\#(value)}"#) == "InvalidMessage: badge")
    }

    @Test(arguments: [
        ("true", true), ("1", true), (#""1""#, true), ("false", false), ("0", false), (#""0""#, false), (#""""#, false),
    ])
    func booleansComeInAllOfPHPsForms(value: String, flag: Bool) throws {
        let read = try message(#"{"title":"x","mutable_content":\#(value)}"#)
        #expect(read.options.mutableContent == flag)
    }

    @Test(arguments: [#""yes""#, "2", #""true""#, "[]", "1.0"])
    func whatIsNoBooleanIsRefused(value: String) throws {
        #expect(try fault(#"{"title":"x","silent":\#(value)}"#) == "InvalidMessage: silent")
    }

    @Test func numbersAreTextWhereTextIsWanted() throws {
        let read = try message(#"{"title":7,"body":1.50,"thread_id":12,"loc":{"key":"K","args":["a",3,2.50]}}"#)
        #expect(read.text.title == "7")
        #expect(read.text.body == "1.50")
        #expect(read.options.threadID == "12")
        #expect(read.text.localizedBody?.arguments == ["a", "3", "2.50"])
    }

    @Test(arguments: [
        (#"{"title":true}"#, "title"), (#"{"body":["x"]}"#, "body"), (#"{"subtitle":{}}"#, "subtitle"),
        (#"{"title":"x","loc":"K"}"#, "loc"), (#"{"title":"x","loc":{"key":[]}}"#, "loc.key"),
        (#"{"title":"x","loc":{"key":"K","args":"a"}}"#, "loc.args"),
        (#"{"title":"x","loc":{"key":"K","args":[null]}}"#, "loc.args"),
        (#"{"title":"x","sound":1}"#, "sound"), (#"{"title":"x","sound":{"volume":2}}"#, "sound.volume"),
        (#"{"title":"x","sound":{"critical":"loud"}}"#, "sound.critical"),
        (#"{"title":"x","category":[]}"#, "category"), (#"{"title":"x","relevance_score":1.01}"#, "relevance_score"),
        (#"{"title":"x","relevance_score":-0.1}"#, "relevance_score"),
        (#"{"title":"x","relevance_score":"high"}"#, "relevance_score"),
        (#"{"title":"x","interruption_level":"loud"}"#, "interruption_level"),
        (#"{"title":"x","data":[1]}"#, "data"), (#"{"title":"x","data":"x"}"#, "data"),
        (#"{"title":"x","data_placement":"top"}"#, "data_placement"), (#"{"title":"x","url":{}}"#, "url"),
        (#"{"title":"x","ttl":-1}"#, "ttl"), (#"{"title":"x","ttl":"soon"}"#, "ttl"),
        (#"{"title":"x","ttl":1e400}"#, "ttl"), (#"{"title":"x","priority":7}"#, "priority"),
        (#"{"title":"x","priority":"high"}"#, "priority"), (#"{"title":"x","environment":"test"}"#, "environment"),
        (#"{"title":"x","collapse_id":"a\r\nb"}"#, "collapse_id"),
        (#"{"title":"x","collapse_id":" a"}"#, "collapse_id"),
        (#"{"title":"x","summary_arg_count":0}"#, "summary_arg_count"), (#"{"title":"x","url_args":"a"}"#, "url_args"),
        (#"{"title":"x","aps":"x"}"#, "aps"), (#"{"title":"x","aps":{"alert":5}}"#, "aps.alert"),
        (#"{"title":"x","aps":{"sound":5}}"#, "aps.sound"), (#"{"title":"x","root":[1]}"#, "root"),
        (#"{"title":"x","headers":"x"}"#, "headers"), (#"{"title":"x","fit":"maybe"}"#, "fit"),
    ])
    func aValueOfAWrongTypeNamesItsKey(text: String, key: String) throws {
        #expect(try fault(text) == "InvalidMessage: \(key)")
    }

    @Test(arguments: ["title", "body", "url", "category", "collapse_id"])
    func aNULCharacterIsRefusedWhereverItStands(key: String) throws {
        #expect(try fault(#"{"badge":1,"\#(key)":"a\u0000b"}"#) == "InvalidMessage: \(key)")
        #expect(try fault(#"{"title":"x","data":{"deep":[{"\u0000":1}]}}"#) == "InvalidMessage: data")
    }

    @Test func aCollapseIDMayHave64BytesAndNoMore() throws {
        let longest = String(repeating: "é", count: 32)
        #expect(try message(#"{"title":"x","collapse_id":"\#(longest)"}"#).delivery.collapseID == longest)
        #expect(try fault(#"{"title":"x","collapse_id":"\#(longest)x"}"#) == "InvalidMessage: collapse_id")
    }

    @Test(
        arguments: [
            ("60", 60), (#""60""#, 60), ("0", 0), ("0.2", 1), ("1.5", 2), ("59.0", 59), ("1e30", 3_155_760_000),
        ]
            as [(String, Int64)])
    func aFractionOfASecondRoundsUp(ttl: String, seconds: Int64) throws {
        #expect(try message(#"{"title":"x","ttl":\#(ttl)}"#).ttl == seconds)
    }

    @Test func anEmptyListIsAnEmptyObject() throws {
        let read = try message(#"{"title":"x","data":[],"loc":[],"aps":[],"headers":[],"root":[]}"#)
        #expect(read.content.data == JSONObject())
        #expect(read.warnings.isEmpty)
    }

    @Test func nullIsAbsentExceptForTheSound() throws {
        let read = try message(#"{"title":"x","body":null,"badge":null,"ttl":null,"data":null,"sound":null}"#)
        #expect(read.text.body == nil)
        #expect(read.options.badge == nil)
        #expect(read.ttl == nil)
        #expect(read.content.data == nil)
        #expect(read.sound == .none)
        #expect(try message(#"{"title":"x"}"#).sound == .unspecified)
    }

    @Test func unknownKeysAreAWarningAndIconIsNot() throws {
        let read = try message(#"{"title":"x","icon":"i.png","colour":1,"loc":{"foo":1},"sound":{"pitch":1}}"#)
        #expect(
            read.warnings == [
                "colour: unknown key, ignored", "loc.foo: unknown key, ignored", "sound.pitch: unknown key, ignored",
            ])
    }

    @Test func aMillionUnknownKeysDoNotFillTheDatabase() throws {
        let keys = (0..<5000).map { #""k\#($0)\#(String(repeating: "x", count: 200))":1"# }.joined(separator: ",")
        let read = try message("{\"title\":\"x\",\(keys)}")
        #expect(read.warnings.count <= 32)
        #expect(read.warnings.allSatisfy { $0.utf8.count < 120 })
    }

    @Test func argumentsWithoutTheirKeyAreDroppedWithAWarning() throws {
        let read = try message(#"{"title":"x","loc":{"args":["a"],"title_key":"T"}}"#)
        #expect(read.text.localizedBody == nil)
        #expect(read.text.localizedTitle?.key == "T")
        #expect(read.warnings == ["loc.args: dropped, since loc.key is missing"])
    }

    @Test(arguments: [
        (#"{"silent":true,"title":"x","callkit_payload":{"uuid":"1"}}"#, "SilentVoip"),
        (#"{"title":"x"}"#, "MissingCallkitPayload"), (#"{"badge":1}"#, "MissingCallkitPayload"),
        (#"{"title":"x","callkit_payload":{}}"#, "MissingCallkitPayload"),
        (#"{"title":"x","callkit_payload":[]}"#, "MissingCallkitPayload"),
        (#"{"title":"x","callkit_payload":null}"#, "MissingCallkitPayload"),
        (#"{"title":"x","callkit_payload":"uuid"}"#, "InvalidMessage: callkit_payload"),
        (#"{"callkit_payload":{"uuid":"1"}}"#, "MissingAlert"),
        (#"{"title":"","subtitle":"only","callkit_payload":{"uuid":"1"}}"#, "MissingAlert"),
        (#"{"aps":{"alert":""},"callkit_payload":{"uuid":"1"}}"#, "MissingAlert"),
        (#"{"loc":{"subtitle_key":"S"},"callkit_payload":{"uuid":"1"}}"#, "MissingAlert"),
    ])
    func aCallThatCannotRingIsRefused(text: String, reason: String) throws {
        #expect(try fault(text, .push(.voip)) == reason)
    }

    @Test(arguments: [
        #""title":"x""#, #""body":"x""#, #""loc":{"title_key":"T"}"#, #""loc":{"key":"K"}"#,
        #""aps":{"alert":"x"}"#, #""aps":{"alert":{"title":"x"}}"#,
    ])
    func anyOneTextIsEnoughForACall(text: String) throws {
        #expect(try fault(#"{\#(text),"callkit_payload":{"uuid":"1"}}"#, .push(.voip)) == nil)
    }

    @Test(arguments: [
        (#""interruption_level":"loud""#, "interruption_level: ignored, a VoIP push is always time-sensitive"),
        (#""priority":"high""#, "priority: ignored, a VoIP push always has 10"),
    ])
    func aCallIsUrgentWhateverIsGiven(given: String, warning: String) throws {
        let call = #""title":"x","callkit_payload":{"uuid":"1"}"#
        #expect(try message("{\(call),\(given)}", .push(.voip)).warnings == [warning])
        let right = #""interruption_level":"time-sensitive","priority":"10""#
        #expect(try message("{\(call),\(right)}", .push(.voip)).warnings.isEmpty)
    }

    @Test func whatACallHasNotIsIgnoredWithAWarningAndNotJudged() throws {
        let read = try message(
            #"{"title":"x","callkit_payload":{"uuid":"1"},"badge":"many","collapse_id":"c","category":null}"#,
            .push(.voip))
        #expect(read.options.badge == nil)
        #expect(read.delivery.collapseID == nil)
        #expect(
            read.warnings == ["badge: ignored, a VoIP push has none", "collapse_id: ignored, a VoIP push has none"])
    }

    @Test(arguments: [
        (#"{"apns-id":"nonsense"}"#, "headers.apns-id"), (#"{"apns-id":""}"#, "headers.apns-id"),
        (#"{"apns-expiration":"tomorrow"}"#, "headers.apns-expiration"),
        (#"{"apns-expiration":-1}"#, "headers.apns-expiration"), (#"{"apns-priority":3}"#, "headers.apns-priority"),
        (#"{"apns-collapse-id":"a\nb"}"#, "headers.apns-collapse-id"),
        (#"{"apns-collapse-id":""}"#, "headers.apns-collapse-id"),
        (#"{"apns-push-type":"shout"}"#, "headers.apns-push-type"),
        (#"{"apns-push-type":"voip"}"#, "headers.apns-push-type"),
        (#"{"apns-topic":"a b"}"#, "headers.apns-topic"),
        (#"{"apns-topic":"com.example.app.voip"}"#, "headers.apns-topic"),
        (#"{"authorization":"bearer x"}"#, "headers"), (#"{":path":"/3/device/00"}"#, "headers"),
        (#"{"apns-topic":{}}"#, "headers.apns-topic"),
    ])
    func aHeaderThatWouldHarmTheRequestIsRefused(headers: String, key: String) throws {
        #expect(try fault(#"{"title":"x","headers":\#(headers)}"#) == "InvalidMessage: \(key)")
    }

    @Test func aCallsHeadersKeepItACall() throws {
        let call = #""title":"x","callkit_payload":{"uuid":"1"}"#
        #expect(
            try fault(#"{\#(call),"headers":{"apns-push-type":"alert"}}"#, .push(.voip))
                == "InvalidMessage: headers.apns-push-type")
        #expect(
            try fault(#"{\#(call),"headers":{"apns-topic":"com.example.app"}}"#, .push(.voip))
                == "InvalidMessage: headers.apns-topic")
        #expect(try fault(#"{\#(call),"headers":{"apns-topic":"com.example.app.voip"}}"#, .push(.voip)) == nil)
    }

    @Test(arguments: [
        (#"{"title":"x"}"#, "live_activity"), (#"{"live_activity":{}}"#, "live_activity.event"),
        (#"{"live_activity":{"event":"pause"}}"#, "live_activity.event"),
        (#"{"live_activity":{"event":"update"}}"#, "live_activity.content_state"),
        (#"{"live_activity":{"event":"start","content_state":[]}}"#, "live_activity.attributes_type"),
        (#"{"live_activity":{"event":"start","content_state":{},"attributes_type":"A"}}"#, "live_activity.attributes"),
        (#"{"live_activity":{"event":"end","timestamp":"now"}}"#, "live_activity.timestamp"),
        (#"{"live_activity":{"event":"end","attributes":1}}"#, "live_activity.attributes"),
        (#"{"live_activity":{"event":"end","input_push_channel":"a b"}}"#, "live_activity.input_push_channel"),
    ])
    func aLiveActivityNamesWhatItLacks(text: String, key: String) throws {
        #expect(try fault(text, .push(.liveactivity)) == "InvalidMessage: \(key)")
    }

    @Test(arguments: [
        ("dGVzdA==", true), ("dGVzdA", true), ("dGVzdA=", false), ("d===", false), ("a-_b", false), ("dGVz\n", false),
    ])
    func aStartFollowsAChannelOnlyByItsBase64(channel: String, isTaken: Bool) throws {
        let text = String(decoding: JSONWriter.bytes(.string(channel)), as: UTF8.self)
        let start = #""event":"start","content_state":{},"attributes_type":"A","attributes":{}"#
        let found = try fault(
            #"{"title":"x","live_activity":{\#(start),"input_push_channel":\#(text)}}"#, .push(.liveactivity))
        #expect(found == (isTaken ? nil : "InvalidMessage: live_activity.input_push_channel"))
    }

    @Test(arguments: ["update", "end"])
    func whatBelongsToAStartIsDroppedFromOtherEventsWithAWarning(event: String) throws {
        let extra = #""attributes_type":"A","attributes":{"n":1},"input_push_token":1,"input_push_channel":"Y2g=""#
        let read = try message(
            #"{"live_activity":{"event":"\#(event)","content_state":{},\#(extra)}}"#, .push(.liveactivity))
        #expect(read.liveActivity?.start == nil)
        #expect(
            read.warnings
                == ["attributes_type", "attributes", "input_push_token", "input_push_channel"].map {
                    "live_activity.\($0): ignored, it belongs to event start"
                })
        let plain = #"{"live_activity":{"event":"\#(event)","content_state":{},"input_push_token":false}}"#
        #expect(try message(plain, .push(.liveactivity)).warnings.isEmpty)
    }

    @Test func theStartOfALiveActivityNeedsAnAlertAndATokenOfItsOwn() throws {
        let start = #""live_activity":{"event":"start","content_state":[],"attributes_type":"A","attributes":[]}"#
        #expect(try fault("{\(start)}", .push(.liveactivity)) == "MissingAlert")
        let read = try message("{\"title\":\"x\",\(start)}", .push(.liveactivity))
        #expect(read.tokenKind(for: .push(.liveactivity)) == .liveActivityStart)
        let end = try message(#"{"live_activity":{"event":"end"}}"#, .push(.liveactivity))
        #expect(end.tokenKind(for: .push(.liveactivity)) == .liveActivity)
    }

    @Test(arguments: [("start", TokenKind.liveActivityStart), ("update", .liveActivity), ("end", .liveActivity)])
    func theEventOfThePassThroughChoosesTheTokensToo(event: String, kind: TokenKind) throws {
        let read = try message(
            #"{"title":"x","aps":{"event":"\#(event)","timestamp":1,"content-state":{}}}"#, .push(.liveactivity))
        #expect(read.tokenKind(for: .push(.liveactivity)) == kind)
        // It replaces the typed one.
        let typed = kind == .liveActivityStart ? "update" : "start"
        let content = #""content_state":{},"attributes_type":"A","attributes":{}"#
        let both = try message(
            #"{"title":"x","live_activity":{"event":"\#(typed)",\#(content)},"aps":{"event":"\#(event)"}}"#,
            .push(.liveactivity))
        #expect(both.tokenKind(for: .push(.liveactivity)) == kind)
        // An event means nothing to other types.
        let alert = try message(#"{"title":"x","aps":{"event":"\#(event)"}}"#)
        #expect(alert.tokenKind(for: .standard) == .standard)
    }

    @Test(
        arguments: [
            ("update", "ride-1", "ride-1", true), ("update", "ride-1", "ride-2", false), ("end", "7", "7", true),
            ("end", "ride-1", "Ride-1", false), ("update", "ride-1", nil, true), ("update", nil, "ride-2", true),
        ] as [(String, String?, String?, Bool)])
    func aPushForOneLiveActivityIsNotMeantForTheTokensOfAnother(
        event: String, activity: String?, recorded: String?, isMeant: Bool
    ) throws {
        let id = activity.map { #""activity_id":"\#($0)","# } ?? ""
        let content = #"{"event":"\#(event)",\#(id)"content_state":{}}"#
        let read = try message(#"{"live_activity":\#(content)}"#, .push(.liveactivity))
        var recipient = Samples.device(Samples.anna, kind: .liveActivity)
        recipient.activityID = recorded
        #expect(read.isMeant(for: recipient) == isMeant)
        // The token that starts activities belongs to none, whatever its record says.
        recipient = Samples.device(Samples.anna, kind: .liveActivityStart)
        recipient.activityID = recorded
        #expect(read.isMeant(for: recipient))
    }

    @Test func anMDMPushIsItsMagicAlone() throws {
        #expect(try fault(#"{"ttl":1}"#, .push(.mdm)) == "InvalidMessage: push_magic")
        let read = try message(#"{"push_magic":"M","title":"x"}"#, .push(.mdm))
        #expect(read.content.pushMagic == "M")
        #expect(read.warnings == ["title: ignored, an MDM push holds push_magic alone"])
    }

    @Test func keysOfOtherTypesAreIgnoredWithAWarning() throws {
        let read = try message(#"{"title":"x","callkit_payload":{"a":1},"push_magic":"M","live_activity":{}}"#)
        #expect(
            read.warnings == [
                "callkit_payload: ignored, it belongs to type voip", "push_magic: ignored, it belongs to type mdm",
                "live_activity: ignored, it belongs to type liveactivity",
            ])
    }
}
