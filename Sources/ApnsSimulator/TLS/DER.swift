/// As much of ASN.1's DER as signatures and Apple's topic extension need.
enum DER {
    static let sequenceTag: UInt8 = 0x30
    static let utf8StringTag: UInt8 = 0x0C

    /// One value.
    struct Value {
        let tag: UInt8
        let content: ArraySlice<UInt8>
    }

    /// A value of this tag; contents up to 65535 bytes.
    static func value(tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<0x80: [tag, UInt8(content.count)] + content
        case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
        default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
        }
    }

    /// A SEQUENCE of values.
    static func sequence(_ values: [[UInt8]]) -> [UInt8] { value(tag: sequenceTag, Array(values.joined())) }

    /// A UTF8String.
    static func utf8String(_ text: String) -> [UInt8] { value(tag: utf8StringTag, Array(text.utf8)) }

    /// The values that stand side by side in `bytes`, up to the first that is malformed.
    static func read(_ bytes: ArraySlice<UInt8>) -> [Value] {
        var rest = bytes
        var values: [Value] = []
        while let tag = rest.popFirst(), let first = rest.popFirst() {
            var length = Int(first)
            if first >= 0x80 {
                guard first == 0x81 || first == 0x82, rest.count >= Int(first & 3) else { return values }
                length = 0
                for _ in 0..<Int(first & 3) { length = length << 8 | Int(rest.removeFirst()) }
            }
            guard rest.count >= length else { return values }
            values.append(Value(tag: tag, content: rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return values
    }
}
