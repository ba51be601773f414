import ApplePush
import HTTP2Client
import JSONText
import PushCore

/// Looks at a finished request for what Apple takes and the device then ignores, by the rules of each push type
/// (Apple: "Generating a remote notification", "Sending notification requests to APNs").
struct MessageLint {
    private(set) var findings: [LintFinding] = []
    private let type: PushType
    private let aps: JSONObject
    private let headers: [String: String]

    /// - Parameters:
    ///   - topic: the value of `apns-topic`; nil when nobody knows it yet.
    ///   - now: UNIX seconds.
    init(_ payload: ApnsPayload, message: PushMessage, type actionType: ActionType, topic: String?, now: Int64) {
        type = payload.pushType
        aps = (try? JSONParser.parse(payload.body))?["aps"]?.object ?? JSONObject()
        headers = Dictionary(
            payload.headers.map { ("\($0.name)", String(decoding: $0.value, as: UTF8.self)) }
        ) { first, _ in first }
        for warning in payload.warnings { warn(warning) }
        checkHeaders(now)
        if let topic, !topic.hasSuffix(type.topicSuffix) {
            warn("apns-topic: \(topic) does not end in \(type.topicSuffix), as a \(type.rawValue) push needs")
        }
        checkKeys()
        checkAlert()
        checkUrgency()
        checkType()
        let share = payload.body.count * 100 / payload.bodyLimit
        if share >= 90 {
            note("body: \(share) % of Apple's \(payload.bodyLimit) bytes; \"fit\": true shortens what would not fit")
        }
    }

    private mutating func warn(_ text: String) { findings.append(LintFinding(level: .warning, text: text)) }
    private mutating func note(_ text: String) { findings.append(LintFinding(level: .note, text: text)) }

    private mutating func checkHeaders(_ now: Int64) {
        let priority = headers["apns-priority"]
        if type == .background, priority != "5" {
            warn("apns-priority \(priority ?? "10"): Apple refuses a background push with another than 5")
        }
        if type == .liveactivity || type == .location, priority == "1" {
            warn("apns-priority 1: a \(type.rawValue) push has 10 or 5")
        }
        if type == .alert, let priority, priority != "10" {
            note("apns-priority \(priority): the device may show it late, grouped, or not at all to save power")
        }
        switch headers["apns-expiration"].flatMap({ Int64($0) }) {
        case nil where type == .alert:
            note("no apns-expiration: Apple keeps it for a device that is off as long as Apple likes; set ttl")
        case 0? where type == .alert || type == .background:
            note("apns-expiration 0: a device that is off just now never gets it")
        case let time? where time > 0 && type == .voip:
            warn("apns-expiration \(time): Apple may store the call and ring it late; leave it out")
        case let time? where time > 0 && time <= now:
            warn("apns-expiration \(time) is in the past: one attempt, not stored")
        case let time? where time != 0 && type == .pushtotalk:
            warn("apns-expiration \(time): push to talk wants 0")
        default: break
        }
        if type != .voip, headers["apns-collapse-id"] == nil {
            note("no collapse id: after a crash it is not sent a second time, since that would show twice")
        }
    }

    private static let known: Set = [
        "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
        "target-content-id", "interruption-level", "relevance-score", "filter-criteria", "stale-date",
        "content-state", "timestamp", "event", "dismissal-date", "attributes-type", "attributes", "input-push-token",
        "input-push-channel", "content-changed", "url-args",
    ]
    private static let knownInAlert: Set = [
        "title", "subtitle", "body", "title-loc-key", "title-loc-args", "subtitle-loc-key", "subtitle-loc-args",
        "loc-key", "loc-args", "launch-image", "action", "action-loc-key", "summary-arg", "summary-arg-count",
    ]

    private mutating func checkKeys() {
        for name in aps.names where !Self.known.contains(name) {
            warn("aps.\(MessageWarnings.shown(name)): Apple knows no such key; what the app reads stands beside aps")
        }
        guard type != .liveactivity else { return }
        for name in aps["alert"]?.object?.names ?? [] where !Self.knownInAlert.contains(name) {
            warn("aps.alert.\(MessageWarnings.shown(name)): Apple knows no such key")
        }
    }

    private mutating func checkAlert() {
        let alert = aps["alert"]?.object ?? JSONObject()
        for (key, arguments) in [
            ("loc-key", "loc-args"), ("title-loc-key", "title-loc-args"), ("subtitle-loc-key", "subtitle-loc-args"),
        ] where alert[arguments] != nil && alert[key] == nil {
            warn("aps.alert.\(arguments) without \(key): ignored")
        }
        if aps["mutable-content"] != nil, aps["alert"] == nil {
            warn("aps.mutable-content: the service extension runs only for a push with an alert")
        }
        if type == .background {
            for name in ["alert", "badge", "sound"] where aps[name] != nil {
                warn("aps.\(name): a background push must not hold it")
            }
            if aps["content-available"] == nil { warn("a background push without content-available does nothing") }
            note("background pushes are delivered a few times an hour at most, and not to an app that the user closed")
        } else if aps["content-available"] != nil, type != .alert {
            warn("aps.content-available: it means nothing in a \(type.rawValue) push")
        }
        if type == .voip, aps["badge"] != nil { warn("aps.badge: a call has none") }
    }

    private mutating func checkUrgency() {
        let isCritical = aps["sound"]?["critical"] != nil
        if aps["interruption-level"] == "critical" || isCritical {
            note("critical alerts need Apple's entitlement com.apple.developer.usernotifications.critical-alerts")
        }
        if aps["interruption-level"] == "critical", !isCritical {
            note("interruption-level critical without a critical sound: {\"critical\":1,\"name\":…,\"volume\":…}")
        }
        if aps["interruption-level"] == "time-sensitive", type != .voip {
            note("time-sensitive needs the capability com.apple.developer.usernotifications.time-sensitive")
        }
        if aps["interruption-level"] == "passive", aps["sound"] != nil {
            note("interruption-level passive: the sound is not played")
        }
        if aps["relevance-score"] != nil, type == .alert {
            note("relevance-score sorts the app's notifications in a summary; it makes none more urgent")
        }
        if aps["filter-criteria"] != nil {
            note("filter-criteria is read by the app's own Focus filter; without one it means nothing")
        }
    }

    private mutating func checkType() {
        let startKeys = ["attributes-type", "attributes", "input-push-token", "input-push-channel"]
        let activityKeys = ["event", "content-state", "timestamp", "stale-date", "dismissal-date"] + startKeys
        guard type == .liveactivity else {
            for name in activityKeys where aps[name] != nil { warn("aps.\(name): it belongs to a liveactivity push") }
            if aps["content-changed"] != nil, type != .widgets, type != .controls {
                warn("aps.content-changed: it belongs to widgets and controls")
            }
            if aps["url-args"] != nil { note("url-args: only Safari's web pushes read it") }
            return
        }
        if aps["timestamp"] == nil { warn("aps.timestamp is missing: the device ignores the update") }
        switch aps["event"] {
        case "start"?:
            for name in ["attributes-type", "attributes", "content-state", "alert"] where aps[name] == nil {
                warn("aps.\(name) is missing: the activity does not start")
            }
        case "update"? where aps["content-state"] == nil:
            warn("aps.content-state is missing: there is nothing to update")
        case "end"? where aps["dismissal-date"] == nil:
            note("no dismissal-date: it stays on the lock screen for up to four hours after its end")
        default: break
        }
        if aps["event"] != "start" {
            for name in startKeys where aps[name] != nil { warn("aps.\(name): it belongs to the event start") }
        }
        if let channel = aps["input-push-channel"], channel.string.flatMap(BroadcastChannel.init) == nil {
            warn("aps.input-push-channel: no Base64, so no channel: the activity does not start")
        }
        if headers["apns-priority"] == "10", aps["event"] != "start" {
            note("apns-priority 10 counts against the activity's budget of updates; 5 does not")
        }
    }
}
