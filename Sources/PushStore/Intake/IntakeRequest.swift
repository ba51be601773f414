import JSONText
import PushCore
import WordPress

/// What a usermeta row asks for: the columns of its action.
struct IntakeRequest {
    private(set) var type = "standard"
    private(set) var app = "default"
    /// Milliseconds since 1970.
    private(set) var sendAt: Int64?
    private(set) var dedupeKey: String?
    /// The message without the keys above; what was stored, when it is refused or is no object.
    private(set) var message: [UInt8]
    /// Why the action fails from the start; nil when it is to be sent.
    private(set) var reason: String?

    // The recipient is the row's owner, whoever else is named inside.
    private static let recipientKeys = ["user_id", "user_ids", "audience"]
    private static let lastSecond: Int64 = 253_402_300_799

    /// Reads what the row holds, JSON or PHP-serialized.
    init(_ stored: [UInt8]) {
        message = stored
        switch MessageDecoder.decode(stored) {
        case .unreadable(let reason): self.reason = reason
        case .message(.object(let object)): read(object)
        // No object is no message either, and an empty list has nothing to send: the dispatcher says so of any producer.
        case .message: break
        }
    }

    private mutating func read(_ object: JSONObject) {
        var rest = object
        for key in Self.recipientKeys + ["type", "app", "send_at", "dedupe_key"] { rest[key] = nil }
        do throws(MessageFault) {
            for key in Self.recipientKeys where !(object[key] ?? .null).isNull { throw MessageFault.invalid(key) }
            try readType(object["type"])
            try readApp(object["app"])
            try readTime(object["send_at"])
            try readKey(object["dedupe_key"])
            message = JSONWriter.bytes(.object(rest))
        } catch {
            reason = error.reason
            // The site may put it right and send it again under the same key.
            dedupeKey = nil
        }
    }

    private mutating func readType(_ value: JSONValue?) throws(MessageFault) {
        guard let text = Self.text(value), !text.isEmpty else {
            if let value, !value.isNull, value != "" { throw MessageFault(reason: "UnknownType") }
            return
        }
        // A word of no known type is kept, so that the queue shows what was asked for.
        guard text.utf8.count <= 32, Self.isPrintable(text) else { throw MessageFault(reason: "UnknownType") }
        type = text
    }

    private mutating func readApp(_ value: JSONValue?) throws(MessageFault) {
        guard let value, !value.isNull else { return }
        guard let text = Self.text(value), (1...64).contains(text.utf8.count), Self.isPrintable(text) else {
            throw .invalid("app")
        }
        app = text
    }

    private mutating func readTime(_ value: JSONValue?) throws(MessageFault) {
        switch value {
        case nil, .null?: return
        case .integer(let seconds)? where (0...Self.lastSecond).contains(seconds): sendAt = seconds * 1000
        case .string(let text)?:
            if let seconds = Int64(text), (0...Self.lastSecond).contains(seconds) {
                sendAt = seconds * 1000
            } else if text.utf8.contains(UInt8(ascii: "-")), let time = RegistrationTime.milliseconds(text) {
                sendAt = time
            } else {
                throw .invalid("send_at")
            }
        default: throw .invalid("send_at")
        }
    }

    private mutating func readKey(_ value: JSONValue?) throws(MessageFault) {
        // An empty key is none: otherwise all messages of a site without one would be taken for the same.
        guard let value, !value.isNull, value != "" else { return }
        guard let text = Self.text(value), text.utf8.count <= 191 else { throw .invalid("dedupe_key") }
        dedupeKey = text
    }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text)?, .number(let text)?: text
        case .integer(let number)?: String(number)
        default: nil
        }
    }

    private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
