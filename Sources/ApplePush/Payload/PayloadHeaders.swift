import HTTP2Client
import PushCore

/// The headers that an action's pushes share, by the rules of their type; what the message sets itself wins.
struct PayloadHeaders {
    let pushType: PushType
    let priority: Int64
    /// UNIX seconds; nil: Apple keeps the push as long as it sees fit.
    let expiration: Int64?
    let collapseID: [UInt8]?
    /// Of a broadcast.
    let channelID: [UInt8]?

    /// - Parameters:
    ///   - type: what the message is by itself.
    ///   - endOfLife: UNIX seconds.
    ///   - channel: of a broadcast.
    init(
        _ message: PushMessage, type: PushType, actionID: UInt64, endOfLife: Int64?, channel: BroadcastChannel?,
        identifiers: PushIdentifiers,
        warnings: inout MessageWarnings
    ) {
        let delivery = message.delivery
        let given = delivery.headers
        pushType = given.pushType ?? type
        channelID = channel.map { Array($0.id.utf8) }
        switch pushType {
        case .voip:
            // A call is worth nothing later: at once, never stored, never merged with another call.
            if let asked = given.priority, asked != 10 {
                warnings.add("headers.apns-priority: ignored, a VoIP push always has 10")
            }
            if given.collapseID != nil { warnings.add("headers.apns-collapse-id: ignored, a VoIP push has none") }
            priority = 10
            expiration = given.expiration ?? 0
            collapseID = nil
            return
        case .background:
            if let asked = delivery.priority, asked != 5, given.priority == nil {
                warnings.add("priority: ignored, a background push always has 5")
            }
            priority = given.priority ?? 5
        default:
            priority = given.priority ?? delivery.priority ?? (pushType == .widgets ? 5 : 10)
        }
        let life = delivery.ttl == 0 ? 0 : endOfLife
        if channel != nil {
            if given.topic != nil { warnings.add("headers.apns-topic: ignored, a broadcast has none") }
            if (given.collapseID ?? delivery.collapseID) != nil {
                warnings.add("collapse_id: ignored, a broadcast has none")
            }
            // Apple wants the header; a channel without storage takes nothing but 0.
            expiration = given.expiration ?? life ?? 0
            collapseID = nil
            return
        }
        expiration = given.expiration ?? life ?? (pushType == .pushtotalk ? 0 : nil)
        if let id = given.collapseID ?? delivery.collapseID {
            collapseID = Array(id.utf8)
        } else {
            collapseID = pushType == .alert ? identifiers.collapseID(action: actionID) : nil
        }
    }

    /// As they are sent.
    var fields: [HTTPHeader] {
        var fields = [
            HTTPHeader(name: "apns-push-type", value: Array(pushType.rawValue.utf8)),
            HTTPHeader(name: "apns-priority", value: Array(String(priority).utf8)),
        ]
        if let expiration {
            fields.append(HTTPHeader(name: "apns-expiration", value: Array(String(expiration).utf8)))
        }
        if let channelID { fields.append(HTTPHeader(name: "apns-channel-id", value: channelID)) }
        if let collapseID { fields.append(HTTPHeader(name: "apns-collapse-id", value: collapseID)) }
        return fields
    }
}
