import ApplePush
import JSONText
import PushCore
import Testing

@testable import PushDaemon

/// What is told of a request that Apple takes and the device then ignores; one case for each finding.
@Suite struct MessageLintTests {
    private static let now: Int64 = 1_800_000_000
    private static let bundleID = "com.example.app"

    private func findings(
        _ text: String, _ type: ActionType = .standard, topic: String? = nil, endOfLife: Int64? = nil
    ) throws -> [LintFinding] {
        let message = try PushMessage(JSONParser.parse(Array(text.utf8)), type: type)
        let notification = PushNotification(
            actionID: 7, app: "default", type: type, message: message, recipients: [], deadline: nil,
            endOfLife: endOfLife, startOfLife: Self.now)
        let payload = try IosPayloadBuilder(identifiers: PushIdentifiers(installationID: "site")).build(notification)
        let own = Self.bundleID + payload.pushType.topicSuffix
        return MessageLint(payload, message: message, type: type, topic: topic ?? own, now: Self.now).findings
    }

    private func expect(
        _ level: LintFinding.Level, _ text: String, in findings: [LintFinding],
        at place: SourceLocation = #_sourceLocation
    ) {
        let found = findings.filter { $0.text.contains(text) }
        #expect(found.map(\.level) == [level], "\(findings.map(\.text))", sourceLocation: place)
    }

    @Test(arguments: PushType.allCases.filter { !$0.topicSuffix.isEmpty && $0 != .voip })
    func aTopicWithoutTheSuffixOfItsTypeIsFound(type: PushType) throws {
        let message = #"{"title":"a","aps":{"event":"end","timestamp":1},"data":{}}"#
        let right = try findings(message, .push(type))
        #expect(!right.contains { $0.text.hasPrefix("apns-topic") })
        let wrong = try findings(message, .push(type), topic: Self.bundleID)
        expect(
            .warning,
            "apns-topic: com.example.app does not end in \(type.topicSuffix), as a \(type.rawValue) push needs",
            in: wrong)
    }

    @Test(arguments: [
        (#"{"silent":true,"headers":{"apns-priority":10}}"#, ActionType.standard, "apns-priority 10: Apple refuses"),
        (#"{"data":{},"priority":1}"#, .push(.location), "apns-priority 1: a location push has 10 or 5"),
        (
            #"{"live_activity":{"event":"end"},"priority":1}"#, .push(.liveactivity),
            "1: a liveactivity push has 10 or 5"
        ),
        (
            #"{"title":"a","callkit_payload":{"u":1},"headers":{"apns-expiration":9999999999}}"#, .push(.voip),
            "ring it late"
        ),
        (#"{"title":"a","headers":{"apns-expiration":5}}"#, .standard, "is in the past"),
        (
            #"{"data":{},"headers":{"apns-expiration":1800000060}}"#, .push(.pushtotalk),
            "apns-expiration 1800000060: push to talk wants 0"
        ),
        (#"{"title":"a","aps":{"colour":1}}"#, .standard, "aps.colour: Apple knows no such key"),
        (#"{"aps":{"alert":{"title":"a","colour":1}}}"#, .standard, "aps.alert.colour: Apple knows no such key"),
        (#"{"aps":{"alert":{"title":"a","loc-args":["b"]}}}"#, .standard, "aps.alert.loc-args without loc-key"),
        (
            #"{"aps":{"alert":{"body":"a","title-loc-args":["b"]}}}"#, .standard,
            "aps.alert.title-loc-args without title-loc-key"
        ),
        (
            #"{"aps":{"alert":{"body":"a","subtitle-loc-args":["b"]}}}"#, .standard,
            "aps.alert.subtitle-loc-args without subtitle-loc-key"
        ),
        (#"{"badge":1,"mutable_content":true}"#, .standard, "only for a push with an alert"),
        (#"{"data":{},"aps":{"content-available":1}}"#, .push(.location), "it means nothing in a location push"),
        (#"{"title":"a","callkit_payload":{"u":1},"aps":{"badge":1}}"#, .push(.voip), "aps.badge: a call has none"),
        (#"{"title":"a","aps":{"content-changed":true}}"#, .standard, "it belongs to widgets and controls"),
        (
            #"{"aps":{"event":"update","content-state":{}}}"#, .push(.liveactivity),
            "aps.timestamp is missing: the device ignores the update"
        ),
        (
            #"{"aps":{"event":"update","timestamp":1}}"#, .push(.liveactivity),
            "aps.content-state is missing: there is nothing to update"
        ),
        (
            #"{"aps":{"event":"start","input-push-channel":"a b"}}"#, .push(.liveactivity),
            "aps.input-push-channel: no Base64"
        ),
    ])
    func whatAppleOrTheDeviceWillNotDoIsAWarning(message: String, type: ActionType, text: String) throws {
        expect(.warning, text, in: try findings(message, type))
    }

    @Test(arguments: [
        (#"{"title":"a","priority":5}"#, ActionType.standard, "the device may show it late"),
        (#"{"title":"a"}"#, .standard, "no apns-expiration: Apple keeps it"),
        (#"{"title":"a","ttl":0}"#, .standard, "apns-expiration 0: a device that is off just now never gets it"),
        (#"{"silent":true,"ttl":0}"#, .standard, "apns-expiration 0: a device that is off just now never gets it"),
        (#"{"data":{}}"#, .push(.location), "no collapse id"),
        (#"{"silent":true}"#, .standard, "background pushes are delivered a few times an hour"),
        (#"{"title":"a","interruption_level":"critical"}"#, .standard, "critical alerts need Apple's entitlement"),
        (#"{"title":"a","interruption_level":"critical"}"#, .standard, "without a critical sound"),
        (#"{"title":"a","sound":{"critical":1,"name":"x"}}"#, .standard, "critical alerts need Apple's entitlement"),
        (#"{"title":"a","interruption_level":"time-sensitive"}"#, .standard, "time-sensitive needs the capability"),
        (#"{"title":"a","interruption_level":"passive"}"#, .standard, "the sound is not played"),
        (#"{"title":"a","relevance_score":0.5}"#, .standard, "relevance-score sorts"),
        (#"{"title":"a","filter_criteria":"work"}"#, .standard, "read by the app's own Focus filter"),
        (#"{"title":"a","url_args":["b"]}"#, .standard, "only Safari's web pushes read it"),
        (#"{"live_activity":{"event":"end"}}"#, .push(.liveactivity), "no dismissal-date: it stays"),
        (
            #"{"live_activity":{"event":"update","content_state":{}}}"#, .push(.liveactivity),
            "apns-priority 10 counts against the activity's budget"
        ),
    ])
    func whatOnlyItsAuthorCanJudgeIsANote(message: String, type: ActionType, text: String) throws {
        expect(.note, text, in: try findings(message, type))
    }

    @Test func aBackgroundPushThatTheUserWouldNoticeOrThatWakesNobodyIsFound() throws {
        let message = """
            {"aps":{"alert":"a","badge":1,"sound":"x"},"headers":{"apns-push-type":"background","apns-priority":5}}
            """
        let found = try findings(message)
        for name in ["alert", "badge", "sound"] {
            expect(.warning, "aps.\(name): a background push must not hold it", in: found)
        }
        expect(.warning, "a background push without content-available does nothing", in: found)
    }

    @Test(arguments: [
        "event", "content-state", "timestamp", "stale-date", "dismissal-date", "attributes-type", "attributes",
        "input-push-token", "input-push-channel",
    ])
    func aKeyOfALiveActivityInAnotherPushIsFound(key: String) throws {
        let found = try findings(#"{"title":"a","aps":{"\#(key)":1}}"#)
        expect(.warning, "aps.\(key): it belongs to a liveactivity push", in: found)
    }

    @Test(arguments: ["attributes-type", "attributes", "content-state", "alert"])
    func whatAStartLacksIsFound(key: String) throws {
        let whole =
            #"{"alert":"a","attributes-type":"A","attributes":{},"content-state":{},"event":"start","timestamp":1}"#
        var aps = try #require(JSONParser.parse(Array(whole.utf8)).object)
        let complete = JSONWriter.text(["aps": .object(aps)])
        #expect(try !findings(complete, .push(.liveactivity)).contains { $0.text.contains("is missing") })
        aps[key] = nil
        let lacking = try findings(JSONWriter.text(["aps": .object(aps)]), .push(.liveactivity))
        expect(.warning, "aps.\(key) is missing: the activity does not start", in: lacking)
    }

    @Test(arguments: ["attributes-type", "attributes", "input-push-token", "input-push-channel"])
    func whatBelongsToAStartIsFoundInOtherEvents(key: String) throws {
        for event in ["update", "end"] {
            let aps = #"{"event":"\#(event)","timestamp":1,"content-state":{},"\#(key)":"Y2g="}"#
            let found = try findings(#"{"aps":\#(aps)}"#, .push(.liveactivity))
            expect(.warning, "aps.\(key): it belongs to the event start", in: found)
        }
    }

    @Test func aBodyThatIsNearlyFullIsNoted() throws {
        let full = #"{"title":"\#(String(repeating: "x", count: 3800))"}"#
        expect(.note, "of Apple's 4096 bytes", in: try findings(full))
        let half = try findings(#"{"title":"\#(String(repeating: "x", count: 2000))"}"#)
        #expect(!half.contains { $0.text.contains("of Apple's") })
    }

    @Test(arguments: [
        (#"{"title":"a","subtitle":"b","body":"c","badge":1,"category":"d"}"#, ActionType.standard),
        (#"{"title":"a","mutable_content":true,"content_available":true,"url":"x"}"#, .standard),
        (#"{"title":"a","callkit_payload":{"u":1}}"#, .push(.voip)),
        (#"{"data":{},"collapse_id":"c","headers":{"apns-expiration":0}}"#, .push(.pushtotalk)),
        (#"{"content_changed":true,"collapse_id":"c"}"#, .push(.widgets)),
        (
            #"{"live_activity":{"event":"update","content_state":{}},"priority":5,"collapse_id":"c"}"#,
            .push(.liveactivity)
        ),
    ])
    func ofAMessageThatIsRightNothingIsSaid(message: String, type: ActionType) throws {
        #expect(try findings(message, type, endOfLife: Self.now + 600).map(\.text) == [])
    }
}
