import JSONText

/// Reads typed values from an object as PHP may have written it: `"3"` is a number, `"1"` is true, `[]` is an object.
///
/// `null` is absent. What fits no rule is a fault that names the key (contract, section 3).
struct MessageReader {
    private let fields: JSONObject
    // What stands before a key in a fault: `loc.` for the members of `loc`.
    private let path: String

    init(_ fields: JSONObject, path: String = "") {
        self.fields = fields
        self.path = path
    }

    /// The value as it came; nil when it is absent or null.
    func value(_ key: String) -> JSONValue? {
        guard let value = fields[key], value != .null else { return nil }
        return value
    }

    /// The fault that names `key`.
    func fault(_ key: String) -> MessageFault { .invalid(path + key) }

    /// A text; numbers are taken as text.
    func text(_ key: String) throws(MessageFault) -> String? {
        guard let value = value(key) else { return nil }
        guard let text = Self.text(value) else { throw fault(key) }
        return text
    }

    /// A text that says something; an empty one is absent.
    func words(_ key: String) throws(MessageFault) -> String? {
        guard let text = try text(key), !text.isEmpty else { return nil }
        return text
    }

    /// A list of texts.
    func texts(_ key: String) throws(MessageFault) -> [String]? {
        guard let value = value(key) else { return nil }
        guard let list = value.array else { throw fault(key) }
        var texts: [String] = []
        texts.reserveCapacity(list.count)
        for element in list {
            guard let text = Self.text(element) else { throw fault(key) }
            texts.append(text)
        }
        return texts
    }

    /// A whole number within `range`.
    func whole(_ key: String, in range: ClosedRange<Int64>) throws(MessageFault) -> Int64? {
        guard let value = value(key) else { return nil }
        guard let number = Self.whole(value), range.contains(number) else { throw fault(key) }
        return number
    }

    /// A number, with the digits it was written with, within `range`.
    func number(_ key: String, in range: ClosedRange<Double>) throws(MessageFault) -> JSONValue? {
        guard let value = value(key) else { return nil }
        if let whole = Self.whole(value) {
            guard range.contains(Double(whole)) else { throw fault(key) }
            return .integer(whole)
        }
        guard case .number(let digits) = value, let number = Double(digits), range.contains(number) else {
            throw fault(key)
        }
        return value
    }

    /// A boolean: true, 1, "1" or false, 0, "0", "".
    func flag(_ key: String) throws(MessageFault) -> Bool? {
        switch value(key) {
        case nil: nil
        case .bool(let flag)?: flag
        case .integer(1)?, .string("1")?: true
        case .integer(0)?, .string("0")?, .string("")?: false
        default: throw fault(key)
        }
    }

    /// An object; PHP writes an empty one as a list.
    func object(_ key: String) throws(MessageFault) -> JSONObject? {
        switch value(key) {
        case nil: nil
        case .object(let object)?: object
        case .array(let list)? where list.isEmpty: JSONObject()
        default: throw fault(key)
        }
    }

    /// One of the words of `Word`.
    func word<Word: RawRepresentable<String>>(_ key: String, _: Word.Type) throws(MessageFault) -> Word? {
        guard let value = value(key) else { return nil }
        guard let text = value.string, let word = Word(rawValue: text) else { throw fault(key) }
        return word
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text), .number(let text): text
        case .integer(let number): String(number)
        default: nil
        }
    }

    private static func whole(_ value: JSONValue) -> Int64? {
        switch value {
        case .integer(let number): number
        case .string(let digits): isWhole(digits) ? Int64(digits) : nil
        case .number(let digits): Double(digits).flatMap { Int64(exactly: $0) }
        default: nil
        }
    }

    // `Int64.init` also takes "+5", which PHP does not write.
    private static func isWhole(_ digits: String) -> Bool {
        guard let first = digits.utf8.first else { return false }
        return first != UInt8(ascii: "+")
    }
}
