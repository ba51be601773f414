/// Base64 with the URL alphabet and without padding (RFC 4648 §5), as JWT has it.
enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values: [UInt8: UInt32] = Dictionary(
        uniqueKeysWithValues: alphabet.enumerated().map { ($1, UInt32($0)) })

    /// The bytes; nil when a character is none of the alphabet's or the length is impossible.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var held = 0
        for character in text {
            guard let value = values[character] else { return nil }
            bits = bits << 6 | value
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
            }
        }
        return text.count % 4 == 1 ? nil : bytes
    }

    /// The text.
    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var held = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            held += 8
            while held >= 6 {
                held -= 6
                text.append(alphabet[Int(bits >> UInt32(held) & 63)])
            }
        }
        if held > 0 { text.append(alphabet[Int(bits << UInt32(6 - held) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
