/// The form of a device token: opaque hexadecimal digits of any even length, since Apple promises no length.
package enum TokenText {
    /// How many hexadecimal digits a token may have; it also has an even number of them.
    package static let digits = 2...200

    /// The token that is sent for a stored text: `<`, `>` and blanks taken out (the old `<ab cd>` form of iOS), in lower
    /// case. Nil when anything but hexadecimal digits is left, or too few, too many or an odd number of them.
    package static func normalize(_ text: some Collection<UInt8>) -> String? {
        if digits.contains(text.count), text.count % 2 == 0, text.allSatisfy({ isDigit($0) }) {
            return String(decoding: text, as: UTF8.self)
        }
        var token: [UInt8] = []
        for byte in text {
            switch byte {
            case _ where isDigit(byte): token.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): token.append(byte | 0x20)
            case UInt8(ascii: "<"), UInt8(ascii: ">"), 0x20, 0x09, 0x0A, 0x0D: break
            default: return nil
            }
            guard token.count <= digits.upperBound else { return nil }
        }
        guard digits.contains(token.count), token.count % 2 == 0 else { return nil }
        return String(decoding: token, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
