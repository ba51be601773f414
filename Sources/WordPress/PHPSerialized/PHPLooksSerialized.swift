/// WordPress' own guess whether a stored text is serialized: `is_serialized()` of wp-includes/functions.php.
package enum PHPLooksSerialized {
    /// Whether WordPress would unserialize these bytes when it reads them from an option or a meta value.
    package static func check(_ bytes: [UInt8]) -> Bool {
        let text = trimmed(bytes)
        if text.elementsEqual("N;".utf8) { return true }
        guard text.count >= 4, text[text.startIndex + 1] == UInt8(ascii: ":") else { return false }
        guard let last = text.last, last == UInt8(ascii: ";") || last == UInt8(ascii: "}") else { return false }
        let content = text.dropFirst(2)
        switch text.first {
        case UInt8(ascii: "s"):
            return text[text.endIndex - 2] == UInt8(ascii: "\"") && startsWithLength(content)
        case UInt8(ascii: "a"), UInt8(ascii: "O"), UInt8(ascii: "E"):
            return startsWithLength(content)
        case UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "d"):
            let number = content.dropLast()
            return last == UInt8(ascii: ";") && !number.isEmpty
                && number.allSatisfy { (0x30...0x39).contains($0) || ".E+-".utf8.contains($0) }
        default: return false
        }
    }

    /// The bytes without what PHP's `trim()` takes off both ends.
    package static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        var text = bytes[...]
        while let byte = text.first, isBlank(byte) { text.removeFirst() }
        while let byte = text.last, isBlank(byte) { text.removeLast() }
        return text
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0B).contains(byte) || byte == 0x0D || byte == 0
    }

    private static func startsWithLength(_ content: ArraySlice<UInt8>) -> Bool {
        let rest = content.drop { (0x30...0x39).contains($0) }
        return rest.startIndex > content.startIndex && rest.first == UInt8(ascii: ":")
    }
}
