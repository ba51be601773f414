import JSONText
import PushCore

/// The object `aps` of a push: our keys by the rules of its type, then the message's own `aps`, then what always holds.
enum ApsObject {
    private static let sound = "sound"
    private static let alert = "alert"
    private static let level = "interruption-level"
    private static let contentAvailable = "content-available"

    /// - Parameter startOfLife: UNIX seconds, for a Live Activity's update without a time stamp of its own.
    static func make(
        _ message: PushMessage, type: PushType, startOfLife: Int64, warnings: inout MessageWarnings
    ) -> JSONObject {
        switch type {
        case .background: return background(message, &warnings)
        case .liveactivity: return merged(liveActivity(message, startOfLife, &warnings), with: message.content.aps)
        case .voip: return call(message, &warnings)
        case .alert:
            let aps = visible(message, sound: message.hasAlertText ? "default" : nil)
            return merged(aps, with: message.content.aps)
        case .widgets, .controls:
            var aps = visible(message, sound: nil)
            if message.options.contentChanged != false { aps["content-changed"] = true }
            return merged(aps, with: message.content.aps)
        case .location, .complication, .fileprovider, .pushtotalk, .mdm:
            return merged(visible(message, sound: nil), with: message.content.aps)
        }
    }

    // What a user may notice. `sound`: for a message that does not say.
    private static func visible(_ message: PushMessage, sound standard: String?) -> JSONObject {
        var aps = JSONObject()
        aps[alert] = message.text.object.map(JSONValue.object)
        aps[sound] = message.sound.value(standard: standard)
        put(message.options, into: &aps)
        return aps
    }

    private static func put(_ options: NotificationOptions, into aps: inout JSONObject) {
        if let badge = options.badge { aps["badge"] = .integer(badge) }
        if let category = options.category { aps["category"] = .string(category) }
        if let thread = options.threadID { aps["thread-id"] = .string(thread) }
        if options.mutableContent { aps["mutable-content"] = 1 }
        if options.contentAvailable { aps[contentAvailable] = 1 }
        if let target = options.targetContentID { aps["target-content-id"] = .string(target) }
        if let score = options.relevanceScore { aps["relevance-score"] = score }
        if let filter = options.filterCriteria { aps["filter-criteria"] = .string(filter) }
        if let level = options.interruptionLevel { aps[Self.level] = .string(level.rawValue) }
        if options.contentChanged == true { aps["content-changed"] = true }
        if let arguments = options.urlArguments { aps["url-args"] = .array(arguments.map(JSONValue.string)) }
    }

    // Apple: a background push holds content-available and nothing that a user could notice.
    private static func background(_ message: PushMessage, _ warnings: inout MessageWarnings) -> JSONObject {
        let dropped = merged(visible(message, sound: nil), with: message.content.aps).names
            .filter { $0 != contentAvailable }
        if !dropped.isEmpty {
            let names = dropped.prefix(12).map(MessageWarnings.shown).joined(separator: ", ")
            warnings.add("aps: a background push holds content-available alone; dropped: \(names)")
        }
        return JSONObject([(contentAvailable, JSONValue.integer(1))])
    }

    private static func call(_ message: PushMessage, _ warnings: inout MessageWarnings) -> JSONObject {
        let urgent = InterruptionLevel.timeSensitive
        var aps = merged(visible(message, sound: "ringtone"), with: message.content.aps)
        switch aps[sound] {
        case nil, .string("")?: aps[sound] = "ringtone"
        case .object(let object)? where object.isEmpty: aps[sound] = "ringtone"
        default: break
        }
        if let given = aps[level], given != .string(urgent.rawValue) {
            warnings.add("aps.interruption-level: ignored, a VoIP push is always \(urgent.rawValue)")
        }
        aps[level] = .string(urgent.rawValue)
        return aps
    }

    private static func liveActivity(
        _ message: PushMessage, _ startOfLife: Int64, _ warnings: inout MessageWarnings
    ) -> JSONObject {
        var aps = JSONObject()
        if let activity = message.liveActivity {
            aps["timestamp"] = .integer(activity.timestamp ?? startOfLife)
            aps["event"] = .string(activity.event.rawValue)
            aps["content-state"] = activity.contentState.map(JSONValue.object)
            aps["attributes-type"] = (activity.start?.attributesType).map(JSONValue.string)
            aps["attributes"] = (activity.start?.attributes).map(JSONValue.object)
            aps["stale-date"] = activity.staleDate.map(JSONValue.integer)
            aps["dismissal-date"] = activity.dismissalDate.map(JSONValue.integer)
            if activity.start?.inputPushToken == true { aps["input-push-token"] = 1 }
            aps["input-push-channel"] = (activity.start?.inputPushChannel).map { .string($0.id) }
        }
        let dropped = message.text.notForLiveActivities
        if !dropped.isEmpty {
            warnings.add(
                "aps.alert: that of a Live Activity holds title, body and sound alone; dropped: "
                    + dropped.joined(separator: ", "))
        }
        let sound = message.sound.value(standard: "default")
        aps[alert] = message.text.liveActivityObject(sound: sound).map(JSONValue.object)
        put(message.options, into: &aps)
        return aps
    }

    // An alert object is merged into ours; everything else replaces ours. Null is absent, except for the sound.
    private static func merged(_ aps: JSONObject, with given: JSONObject) -> JSONObject {
        guard !given.isEmpty else { return aps }
        var aps = aps
        for (name, value) in given.members {
            switch (name, value, aps[name]) {
            case (sound, .null, _): aps[sound] = nil
            case (_, .null, _): break
            case (alert, .string(""), _), (alert, .array, _), (sound, .array, _): break
            case (alert, .object(let more), .object(var ours)?):
                for (name, value) in more.members { ours[name] = value }
                aps[alert] = .object(ours)
            case (alert, .object(let more), nil) where more.isEmpty: break
            default: aps[name] = value
            }
        }
        return aps
    }
}
