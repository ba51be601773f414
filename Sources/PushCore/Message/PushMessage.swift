package import JSONText

/// A message of the contract's section 3, checked: every key of its right type, in groups.
package struct PushMessage: Sendable {
    package let text: AlertText
    package let sound: AlertSound
    package let options: NotificationOptions
    package let content: CustomContent
    package let delivery: DeliveryOptions
    /// Given for type `liveactivity`, unless the pass-through `aps` says it all.
    package let liveActivity: LiveActivityContent?
    /// Wakes the app without showing anything.
    package let isSilent: Bool
    private var notes = MessageWarnings()

    /// Seconds the push may live, rounded up; nil when the message does not say.
    package var ttl: Int64? { delivery.ttl }
    /// The environments that the message asks for.
    package var environment: EnvironmentChoice? { delivery.environment }
    /// What was ignored or not known, in words: the column `warnings`.
    package var warnings: [String] { notes.texts }

    /// Whether there is something to read: typed keys and pass-through `aps` together.
    package var hasAlertText: Bool { text.hasText || content.hasAlert }

    /// Whether the user would notice the push: by a text, a badge or a sound.
    package var isNoticeable: Bool {
        hasAlertText || options.badge != nil || sound.isAudible || content.hasAps("badge") || content.hasAps("sound")
    }

    /// Checks `json` for an action of `type`.
    /// - Throws: `MessageFault` with the machine word that the action ends with.
    package init(_ json: JSONValue, type: ActionType) throws(MessageFault) {
        let fields = try Self.fields(of: json, for: type, warnings: &notes)
        let reader = MessageReader(fields)
        text = try AlertText(reader, warnings: &notes)
        sound = try AlertSound(fields, warnings: &notes)
        options = try NotificationOptions(reader, type: type)
        content = try CustomContent(reader)
        delivery = try DeliveryOptions(reader)
        isSilent = try reader.flag("silent") ?? false
        liveActivity =
            if let object = try reader.object("live_activity") {
                try LiveActivityContent(object, warnings: &notes)
            } else {
                nil
            }
        try checkHeaders(type)
        switch type {
        case .push(.voip): try checkCall()
        case .push(.liveactivity):
            guard liveActivity != nil || content.hasAps("event") else { throw .invalid("live_activity") }
            if liveActivity?.event == .start, !hasAlertText { throw .missingAlert }
        case .push(.mdm):
            if content.pushMagic == nil { throw .invalid("push_magic") }
        default: break
        }
    }

    /// The kind of token that this message is for: the start of a Live Activity has one of its own.
    package func tokenKind(for type: ActionType) -> TokenKind {
        guard type == .push(.liveactivity) else { return type.tokenKind }
        // What is passed through replaces the typed event.
        let isStart =
            content.hasAps("event") ? content.aps["event"] == "start" : liveActivity?.event == .start
        return isStart ? .liveActivityStart : type.tokenKind
    }

    /// Whether a device that the action found is meant: what updates or ends one Live Activity is not for the tokens of
    /// another. A token of no known activity may be the right one.
    package func isMeant(for recipient: Recipient) -> Bool {
        guard recipient.kind == .liveActivity, let wanted = liveActivity?.activityID, let own = recipient.activityID
        else { return true }
        return wanted == own
    }

    // A missing CallKit payload is reported before a missing alert when both are.
    private func checkCall() throws(MessageFault) {
        if isSilent { throw .silentVoip }
        guard let payload = content.callkitPayload, !payload.isEmpty else { throw .missingCallkitPayload }
        if !hasAlertText { throw .missingAlert }
    }

    // The action's type has chosen the tokens; a header must not send them a push of another kind.
    private func checkHeaders(_ type: ActionType) throws(MessageFault) {
        if let pushType = delivery.headers.pushType, TokenKind(for: pushType) != type.tokenKind {
            throw .invalid("headers.apns-push-type")
        }
        let isCall = type == .push(.voip)
        if let topic = delivery.headers.topic, topic.hasSuffix(PushType.voip.topicSuffix) != isCall {
            throw .invalid("headers.apns-topic")
        }
    }

    // The members that mean something for `type`, without NUL anywhere; warns of the others.
    private static func fields(
        of json: JSONValue, for type: ActionType, warnings: inout MessageWarnings
    ) throws(MessageFault) -> JSONObject {
        guard json != .null, json != [] else { throw .emptyMessage }
        guard var fields = json.object else { throw .invalid("message") }
        let keys = MessageKeys(for: type)
        var isEmpty = true
        for (name, value) in fields.members {
            switch keys.use(of: name, value: value) {
            case .unknown: warnings.addUnknown(name)
            case .nothing:
                fields[name] = nil
                if value != .null, name != "icon" { isEmpty = false }
            case .ignored(let why):
                fields[name] = nil
                guard value != .null else { continue }
                isEmpty = false
                warnings.add("\(name): ignored, \(why)")
            case .read:
                if value != .null { isEmpty = false }
                if value.containsNUL { throw .invalid(name) }
            }
        }
        guard !isEmpty else { throw .emptyMessage }
        return fields
    }
}
