import JSONText
package import PushCore
import ServiceRuntime

/// Turns a message into what Apple is sent: body and headers, once for all devices of an action
/// (Apple: Generating a remote notification; contract, section 3).
package struct IosPayloadBuilder: Sendable {
    private let identifiers: PushIdentifiers

    package init(identifiers: PushIdentifiers) { self.identifiers = identifiers }

    /// The push of `notification`.
    /// - Throws: `MessageFault` when the body is larger than Apple takes.
    package func build(_ notification: PushNotification) throws(MessageFault) -> ApnsPayload {
        let message = notification.message
        let type = Self.pushType(of: message, for: notification.type)
        var warnings = MessageWarnings()
        if message.isSilent, type != .background {
            warnings.add("silent: ignored, it belongs to an alert")
        }
        let headers = PayloadHeaders(
            message, type: type, actionID: notification.actionID, endOfLife: notification.endOfLife,
            channel: notification.broadcast, identifiers: identifiers, warnings: &warnings)
        var top: JSONObject
        if type == .mdm {
            top = JSONObject([("mdm", JSONValue(message.content.pushMagic))])
        } else {
            top = Self.top(
                message, type: type, startOfLife: notification.startOfLife ?? WallClock.seconds, warnings: &warnings)
        }
        if type == .alert, !message.isNoticeable {
            warnings.add("aps: an alert without text, badge or sound shows nothing")
        }
        let isBroadcast = notification.broadcast != nil
        let limit = isBroadcast ? PushType.broadcastBodyLimit : type.bodyLimit
        let body = try Self.body(&top, limit: limit, mayShorten: message.delivery.fit, warnings: &warnings)
        let given = message.delivery.headers
        return ApnsPayload(
            pushType: headers.pushType, body: body, isBroadcast: isBroadcast, headers: headers.fields,
            topic: given.topic.map { Array($0.utf8) },
            id: given.id.map { Array($0.utf8) }, isReplaceable: headers.pushType.isReplaceable,
            warnings: message.warnings + warnings.texts)
    }

    /// What a message of an action of `type` is at Apple: `standard` and `alert` may turn out to be background pushes.
    package static func pushType(of message: PushMessage, for type: ActionType) -> PushType {
        switch type {
        case .standard: message.isSilent || !message.isNoticeable ? .background : .alert
        case .push(.alert): message.isSilent ? .background : .alert
        case .push(let type): type
        }
    }

    // Everything of ours wins over root-placed data; `root` wins over all but what makes the push what it is.
    private static func top(
        _ message: PushMessage, type: PushType, startOfLife: Int64, warnings: inout MessageWarnings
    ) -> JSONObject {
        let content = message.content
        let aps = ApsObject.make(message, type: type, startOfLife: startOfLife, warnings: &warnings)
        var top = JSONObject([("aps", .object(aps))])
        switch (content.data, content.placement) {
        case (nil, _): break
        case (let data?, .data): top["data"] = .object(data)
        case (let data?, .root):
            for (name, value) in data.members {
                if name == "aps" {
                    warnings.add("data.aps: dropped, it would replace aps")
                } else {
                    top[name] = value
                }
            }
        }
        if let url = content.url { top["url"] = .string(url) }
        if let call = content.callkitPayload { top["callkit_payload"] = .object(call) }
        for (name, value) in content.root.members {
            if name == "aps" || (name == "callkit_payload" && type == .voip) {
                warnings.add("root.\(name): dropped, it would replace \(name)")
            } else {
                top[name] = value
            }
        }
        return top
    }

    private static func body(
        _ top: inout JSONObject, limit: Int, mayShorten: Bool, warnings: inout MessageWarnings
    ) throws(MessageFault) -> [UInt8] {
        let body = JSONWriter.bytes(.object(top))
        guard body.count > limit else { return body }
        guard mayShorten, BodyShortener.shorten(&top, by: body.count - limit) else {
            throw MessageFault(reason: "PayloadTooLarge: \(body.count) bytes, \(limit) allowed")
        }
        warnings.add("body: shortened, \(body.count) bytes were more than the \(limit) allowed")
        return JSONWriter.bytes(.object(top))
    }
}
