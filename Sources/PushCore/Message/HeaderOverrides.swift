import JSONText

/// The `apns-…` headers that a message sets itself; they win over what we derive.
package struct HeaderOverrides: Sendable, Hashable {
    /// The priorities that Apple knows.
    static let priorities: Set<Int64> = [1, 5, 10]
    private static let longestCollapseID = 64

    /// A UUID in lower case.
    package private(set) var id: String?
    /// UNIX seconds; 0: one attempt, not stored.
    package private(set) var expiration: Int64?
    package private(set) var priority: Int64?
    package private(set) var collapseID: String?
    package private(set) var pushType: PushType?
    package private(set) var topic: String?

    /// Whether the message sets no header.
    package var isEmpty: Bool { self == HeaderOverrides() }

    private init() {}

    /// Reads the object `headers`; a name we do not know could change the request in ways nobody has thought of.
    init(_ fields: JSONObject) throws(MessageFault) {
        for (name, value) in fields.members where value != .null {
            let name = name.lowercased()
            let reader = MessageReader(JSONObject([(name, value)]), path: "headers.")
            switch name {
            case "apns-id":
                id = try reader.text(name)?.lowercased()
                if !Self.isUUID(id) { throw reader.fault(name) }
            case "apns-expiration": expiration = try reader.whole(name, in: 0...Int64.max)
            case "apns-priority":
                priority = try reader.whole(name, in: 1...10)
                if let priority, !Self.priorities.contains(priority) { throw reader.fault(name) }
            case "apns-collapse-id":
                collapseID = try reader.text(name)
                if let collapseID, !Self.isCollapseID(collapseID) { throw reader.fault(name) }
            case "apns-push-type": pushType = try reader.word(name, PushType.self)
            case "apns-topic":
                topic = try reader.text(name)
                if let topic, !Self.isTopic(topic) { throw reader.fault(name) }
            default: throw .invalid("headers")
            }
        }
    }

    /// Whether `text` may stand in a header (RFC 9113 §8.2.1: no CR, LF, NUL, no blank at either end) and is not too long.
    static func isCollapseID(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last, bytes.count <= longestCollapseID else { return false }
        return first != 0x20 && last != 0x20 && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private static func isUUID(_ text: String?) -> Bool {
        guard let bytes = text.map({ Array($0.utf8) }), bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { place in
            switch place {
            case 8, 13, 18, 23: bytes[place] == UInt8(ascii: "-")
            default: (0x30...0x39).contains(bytes[place]) || (0x61...0x66).contains(bytes[place])
            }
        }
    }

    private static func isTopic(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...255).contains(bytes.count)
            && bytes.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
