import JSONText
import PushCore

extension AlertText {
    /// `aps.alert` of a notification; nil when there is nothing to put into it. Literal texts stay as the fallback of
    /// localized ones.
    var object: JSONObject? {
        var alert = JSONObject()
        alert["title"] = title.map(JSONValue.string)
        alert["subtitle"] = subtitle.map(JSONValue.string)
        alert["body"] = body.map(JSONValue.string)
        Self.put(localizedTitle, "title-loc-key", "title-loc-args", into: &alert)
        Self.put(localizedSubtitle, "subtitle-loc-key", "subtitle-loc-args", into: &alert)
        Self.put(localizedBody, "loc-key", "loc-args", into: &alert)
        alert["launch-image"] = launchImage.map(JSONValue.string)
        alert["summary-arg"] = summaryArgument.map(JSONValue.string)
        alert["summary-arg-count"] = summaryArgumentCount.map(JSONValue.integer)
        return alert.isEmpty ? nil : alert
    }

    /// `aps.alert` of a Live Activity, whose texts may be objects and whose sound lies inside.
    func liveActivityObject(sound: JSONValue?) -> JSONObject? {
        var alert = JSONObject()
        alert["title"] = localizedTitle.map(Self.inPlace) ?? title.map(JSONValue.string)
        alert["body"] = localizedBody.map(Self.inPlace) ?? body.map(JSONValue.string)
        guard !alert.isEmpty else { return nil }
        alert["sound"] = sound
        return alert
    }

    /// What is given and has no place in the alert of a Live Activity, by its names in `aps.alert`.
    var notForLiveActivities: [String] {
        let taken: Set = ["title", "title-loc-key", "title-loc-args", "body", "loc-key", "loc-args"]
        return (object?.names ?? []).filter { !taken.contains($0) }
    }

    private static func put(_ text: Localized?, _ key: String, _ arguments: String, into alert: inout JSONObject) {
        guard let text else { return }
        alert[key] = .string(text.key)
        alert[arguments] = text.arguments.map { .array($0.map(JSONValue.string)) }
    }

    private static func inPlace(_ text: Localized) -> JSONValue {
        var object = JSONObject([("loc-key", .string(text.key))])
        object["loc-args"] = text.arguments.map { .array($0.map(JSONValue.string)) }
        return .object(object)
    }
}

extension AlertSound {
    /// `aps.sound`: what the message says, else `standard`; nil for none.
    func value(standard: String?) -> JSONValue? {
        switch self {
        case .unspecified: return standard.map(JSONValue.string)
        case .none: return nil
        case .named(let name): return .string(name)
        case .detailed(let critical, let name, let volume):
            var object = JSONObject()
            if critical { object["critical"] = 1 }
            object["name"] = .string(name)
            object["volume"] = volume
            return .object(object)
        }
    }
}
