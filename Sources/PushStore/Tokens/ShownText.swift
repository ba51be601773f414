import Cryptography

/// A short, harmless form of text that stands where a token should: it tells two of them apart and gives none away.
enum ShownText {
    /// The first 8 characters, all that could do harm replaced, then `~` and 12 digits of the SHA-256: at most 21 ASCII
    /// characters, and never a device token.
    static func make(_ text: some Collection<UInt8>) -> String {
        let start = text.prefix(8).map { isHarmless($0) ? $0 : UInt8(ascii: "?") }
        return String(decoding: start, as: UTF8.self) + "~" + digest(text)
    }

    /// What stands for a value of `length` bytes in the row `id` that is too long to be read.
    static func tooLong(row id: UInt64, length: Int) -> String { "too-long~" + digest("\(id) \(length)".utf8) }

    private static func digest(_ text: some Collection<UInt8>) -> String {
        SHA256.hash(Array(text)).prefix(6).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }

    private static func isHarmless(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "._-:".utf8.contains(byte)
    }
}
