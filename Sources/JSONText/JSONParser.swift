/// Reads JSON text (RFC 8259) from bytes that nobody vouches for: every length and depth is bounded before it is used.
package struct JSONParser {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var position = 0
    private static let digit = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Parses the whole of `bytes`.
    /// - Parameter maximumDepth: how many arrays and objects may be nested (default 64).
    /// - Throws: `JSONError` naming the fault and the byte at which it stands.
    package static func parse(_ bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes: bytes, maximumDepth: maximumDepth)
        let value = try parser.value(depth: 0)
        parser.skipBlanks()
        guard parser.position == bytes.count else { throw parser.fault("text after the end of the value") }
        return value
    }

    private init(bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private func fault(_ what: String) -> JSONError { JSONError(problem: what, offset: position) }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipBlanks()
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"): return try number()
        case let byte? where Self.digit.contains(byte): return try number()
        case nil: throw fault("the text ends where a value should stand")
        default: throw fault("no JSON value starts with this byte")
        }
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let word = "\(word)".utf8
        guard bytes[position...].starts(with: word) else { throw fault("no JSON value starts with this byte") }
        position += word.count
        return value
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= maximumDepth else { throw fault("nested deeper than \(maximumDepth) levels") }
        position += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value(depth: depth))
            skipBlanks()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or ] is missing") }
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= maximumDepth else { throw fault("nested deeper than \(maximumDepth) levels") }
        position += 1
        var object = JSONObject()
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object(object) }
        while true {
            skipBlanks()
            guard current == UInt8(ascii: "\"") else { throw fault("a member's name is missing") }
            let name = try string()
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw fault("a colon is missing") }
            object[name] = try value(depth: depth)
            skipBlanks()
            if take(UInt8(ascii: "}")) { return .object(object) }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or } is missing") }
        }
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        var whole = true
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) {
            whole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            whole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if whole, text != "-0", let integer = Int64(text) { return .integer(integer) }
        return .number(text)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = current, Self.digit.contains(byte) { position += 1 }
        guard position > start else { throw fault("a digit is missing") }
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        // The common string has no escape: find its end, take it whole.
        while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if current == UInt8(ascii: "\"") {
            let text = try utf8(bytes[start..<position], at: start)
            position += 1
            return text
        }
        var collected = Array(bytes[start..<position])
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try utf8(collected[...], at: start)
            case UInt8(ascii: "\\"): try escape(into: &collected)
            case 0..<0x20:
                position -= 1
                throw fault("a control character stands bare in a string")
            default: collected.append(byte)
            }
        }
        throw fault("a string does not end")
    }

    private func utf8(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(JSONError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JSONError(problem: "a string is not valid UTF-8", offset: offset)
        }
        return text
    }

    private mutating func escape(into collected: inout [UInt8]) throws(JSONError) {
        guard let byte = current else { throw fault("a string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): collected.append(byte)
        case UInt8(ascii: "b"): collected.append(0x08)
        case UInt8(ascii: "f"): collected.append(0x0C)
        case UInt8(ascii: "n"): collected.append(0x0A)
        case UInt8(ascii: "r"): collected.append(0x0D)
        case UInt8(ascii: "t"): collected.append(0x09)
        case UInt8(ascii: "u"): collected.append(contentsOf: try unicode().utf8)
        default: throw fault("an unknown escape in a string")
        }
    }

    private mutating func unicode() throws(JSONError) -> String {
        let high = try hex()
        if !(0xD800...0xDFFF).contains(high), let scalar = Unicode.Scalar(high) { return String(Character(scalar)) }
        guard high < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw fault("half of a surrogate pair in a string")
        }
        let low = try hex()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw fault("half of a surrogate pair in a string") }
        return String(Character(scalar))
    }

    private mutating func hex() throws(JSONError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw fault("a \\u escape does not end") }
        let digits = bytes[position..<position + 4]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault("a \\u escape needs four hexadecimal digits") }
        position += 4
        return value
    }
}
