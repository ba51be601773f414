import JSONText

/// Shortens the body of an alert so that the whole push fits, never inside what a reader sees as one character.
enum BodyShortener {
    /// Takes at least `excess` bytes from the end of the body in `top`.
    /// - Returns: false when nothing of the body would be left.
    static func shorten(_ top: inout JSONObject, by excess: Int) -> Bool {
        guard case .object(var aps)? = top["aps"] else { return false }
        switch aps["alert"] {
        case .string(let body)?:
            guard let short = shortened(body, by: excess) else { return false }
            aps["alert"] = .string(short)
        case .object(var alert)?:
            guard let body = alert["body"]?.string, let short = shortened(body, by: excess) else { return false }
            alert["body"] = .string(short)
            aps["alert"] = .object(alert)
        default: return false
        }
        top["aps"] = .object(aps)
        return true
    }

    private static func shortened(_ text: String, by excess: Int) -> String? {
        var saved = 0
        var end = text.endIndex
        while saved < excess, end > text.startIndex {
            let before = text.index(before: end)
            saved += text[before..<end].utf8.reduce(0) { $0 + written($1) }
            end = before
        }
        return saved >= excess && end > text.startIndex ? String(text[..<end]) : nil
    }

    // How many bytes `JSONWriter` makes of a byte inside a string.
    private static func written(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x0A, 0x0D, 0x09: 2
        case 0..<0x20: 6
        default: 1
        }
    }
}
