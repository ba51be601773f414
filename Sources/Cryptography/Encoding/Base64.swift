/// Base64 of RFC 4648 §4. Decoding takes blanks, line ends and missing padding, as pasted text has them.
package enum Base64 {
    /// The text of `bytes`, padded, on one line.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        let text = encode(bytes, alphabet: alphabet)
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }

    /// The bytes of `text`, or nil when it is not Base64 or was cut off.
    package static func decode(_ text: String) -> [UInt8]? {
        decode(ascii: text.utf8)
    }

    /// The bytes of `ascii`, or nil when it is not Base64 or was cut off.
    package static func decode(ascii: some Collection<UInt8>) -> [UInt8]? {
        decode(ascii, sixtyTwo: UInt8(ascii: "+"), sixtyThree: UInt8(ascii: "/"))
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: some Collection<UInt8>, alphabet: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var pending = 0
        var bits = 0
        for byte in bytes {
            pending = (pending << 8 | Int(byte)) & 0xffff
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[pending >> bits & 63])
            }
        }
        if bits > 0 { text.append(alphabet[pending << (6 - bits) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }

    static func decode(_ text: some Collection<UInt8>, sixtyTwo: UInt8, sixtyThree: UInt8) -> [UInt8]? {
        var bytes: [UInt8] = []
        // Reserved at once: a secret that is being decoded leaves no copies behind in outgrown buffers.
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        var pending = 0
        var bits = 0
        var padding = 0
        for character in text {
            let value: Int
            switch character {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): continue
            case UInt8(ascii: "="):
                padding += 1
                continue
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = Int(character) - 65
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = Int(character) - 71
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = Int(character) + 4
            case sixtyTwo: value = 62
            case sixtyThree: value = 63
            default: return nil
            }
            guard padding == 0 else { return nil }
            pending = (pending << 6 | value) & 0xffff
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        let leftOver = pending & ((1 << bits) - 1)
        guard bits < 6, leftOver == 0, padding <= 2, padding == 0 || bits == padding * 2 else { return nil }
        return bytes
    }
}
