import ApplePush
import HTTP2Client
import JSONText
import PushCore
import PushStore
import ServiceRuntime

/// The request that a message becomes, as people may see it: no secret, no whole token.
struct RequestPreview {
    /// The life of the push, in UNIX seconds.
    struct Life {
        let start: Int64
        let end: Int64?
    }

    let pushType: PushType
    /// `:path`, without the token.
    let path: String
    /// The bytes that Apple takes at most.
    let limit: Int
    /// In the order in which they are sent, `:path` left out.
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    let warnings: [String]
    let findings: [LintFinding]
    /// Why the sender refuses it for every device; nil when it does not.
    let refusal: String?
    /// Where it goes, the first place first.
    let servers: [String]

    /// - Parameters:
    ///   - actionID: nil for a message that has no action yet.
    ///   - channel: of a broadcast.
    /// - Throws: `MessageFault` when the body is larger than Apple takes.
    init(
        _ message: PushMessage, type: ActionType, actionID: UInt64?, channel: BroadcastChannel? = nil, life: Life,
        site: SendingSite
    ) throws(MessageFault) {
        let builder = IosPayloadBuilder(identifiers: PushIdentifiers(installationID: site.installationID))
        let recipients = channel.map { [Recipient(userID: nil, address: .channel($0), kind: type.tokenKind)] }
        let payload = try builder.build(
            PushNotification(
                actionID: actionID ?? 0, app: site.credential?.app ?? "", type: type, message: message,
                recipients: recipients ?? [], deadline: nil, endOfLife: life.end, startOfLife: life.start))
        pushType = payload.pushType
        limit = payload.bodyLimit
        var topic = payload.topic.map { String(decoding: $0, as: UTF8.self) } ?? site.topic(for: payload.pushType)
        var headers = [("authorization", site.authorization)]
        if payload.isBroadcast {
            path = "/4/broadcasts/apps/\(site.topic(for: .alert) ?? "<bundle id>")"
            topic = nil
        } else {
            path = "/3/device/<token>"
            headers.append(("apns-topic", topic ?? "<bundle id>\(pushType.topicSuffix)"))
        }
        for header in payload.headers {
            headers.append(("\(header.name)", String(decoding: header.value, as: UTF8.self)))
        }
        let idName = payload.isBroadcast ? "apns-request-id" : "apns-id"
        headers.append((idName, payload.id.map { String(decoding: $0, as: UTF8.self) } ?? "<by action and token>"))
        let isDerived = message.delivery.collapseID == nil && message.delivery.headers.collapseID == nil
        if actionID == nil, isDerived {
            headers = headers.map { $0.0 == "apns-collapse-id" ? ($0.0, "<by action>") : $0 }
        }
        self.headers = headers.map { (name: $0.0, value: $0.1) }
        body = payload.body
        warnings = payload.warnings
        var findings = MessageLint(payload, message: message, type: type, topic: topic, now: WallClock.seconds).findings
        if let topic, site.isRefused(topic: topic) {
            refusal = LocalVerdict.topicNotInCertificate.rawValue
            let listed = site.credential?.topics.joined(separator: ", ") ?? ""
            findings.append(
                LintFinding(
                    level: .warning,
                    text: "apns-topic: the stored certificate is for \(listed), not for \(topic): refused"))
        } else {
            refusal = nil
        }
        self.findings = findings
        let choice = message.environment ?? site.configuration.apns.environment
        servers = choice.allowed.map { "\($0.rawValue) \(site.configuration.apns.url($0))" }
    }

    /// For machines.
    var json: JSONObject {
        JSONObject([
            ("push_type", .string(pushType.rawValue)), ("servers", .array(servers.map(JSONValue.string))),
            ("path", .string(path)),
            ("headers", .object(JSONObject(headers.map { ($0.name, JSONValue.string($0.value)) }))),
            ("body", (try? JSONParser.parse(body)) ?? .null), ("bytes", JSONValue(body.count)),
            ("limit", JSONValue(limit)), ("warnings", .array(warnings.map(JSONValue.string))),
            ("findings", .array(findings.map(\.json))),
        ])
    }

    /// For people.
    var lines: [String] {
        var lines = ["POST \(path)", "to " + servers.joined(separator: ", else ")]
        lines += headers.map { "\($0.name): \(TextTable.safe($0.value))" }
        lines.append("")
        lines.append(String(decoding: body, as: UTF8.self))
        lines.append("")
        lines.append("\(body.count) of \(limit) bytes (\(body.count * 100 / limit) %)")
        lines += findings.map { "\($0.level.rawValue): \(TextTable.safe($0.text))" }
        return lines
    }
}
