/// Writes JSON as short as it goes: no blanks, and nothing escaped that need not be (APNs counts bytes).
package enum JSONWriter {
    /// The bytes of `value`.
    package static func bytes(_ value: JSONValue) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(512)
        write(value, into: &out)
        return out
    }

    /// The text of `value`.
    package static func text(_ value: JSONValue) -> String { String(decoding: bytes(value), as: UTF8.self) }

    /// The text of `value` over several lines, indented by two blanks, for people.
    package static func pretty(_ value: JSONValue) -> String {
        var out: [UInt8] = []
        pretty(value, indent: "", into: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends `value` to `out`.
    package static func write(_ value: JSONValue, into out: inout [UInt8]) {
        switch value {
        case .null: out.append(contentsOf: "null".utf8)
        case .bool(let flag): out.append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let integer): out.append(contentsOf: String(integer).utf8)
        case .number(let text): out.append(contentsOf: text.utf8)
        case .string(let text): write(text, into: &out)
        case .array(let elements):
            out.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { out.append(UInt8(ascii: ",")) }
                write(element, into: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let object):
            out.append(UInt8(ascii: "{"))
            for (place, member) in object.members.enumerated() {
                if place > 0 { out.append(UInt8(ascii: ",")) }
                write(member.name, into: &out)
                out.append(UInt8(ascii: ":"))
                write(member.value, into: &out)
            }
            out.append(UInt8(ascii: "}"))
        }
    }

    /// Appends `text` as a JSON string, with its quotes, to `out`.
    package static func write(_ text: String, into out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        // The common string has nothing to escape: take it whole.
        if !text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            out.append(contentsOf: text.utf8)
            out.append(UInt8(ascii: "\""))
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x0A: out.append(contentsOf: "\\n".utf8)
            case 0x0D: out.append(contentsOf: "\\r".utf8)
            case 0x09: out.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                out.append(contentsOf: "\\u00".utf8)
                out.append(hexDigit(byte >> 4))
                out.append(hexDigit(byte & 15))
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func pretty(_ value: JSONValue, indent: String, into out: inout [UInt8]) {
        let inner = indent + "  "
        switch value {
        case .array(let elements) where !elements.isEmpty:
            out.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                out.append(contentsOf: "\(place > 0 ? "," : "")\n\(inner)".utf8)
                pretty(element, indent: inner, into: &out)
            }
            out.append(contentsOf: "\n\(indent)]".utf8)
        case .object(let object) where !object.isEmpty:
            out.append(UInt8(ascii: "{"))
            for (place, member) in object.members.enumerated() {
                out.append(contentsOf: "\(place > 0 ? "," : "")\n\(inner)".utf8)
                write(member.name, into: &out)
                out.append(contentsOf: ": ".utf8)
                pretty(member.value, indent: inner, into: &out)
            }
            out.append(contentsOf: "\n\(indent)}".utf8)
        default: write(value, into: &out)
        }
    }
}
