/// The key of a PHP array: a number or bytes, never both. PHP itself makes a number of `"5"`, not of `"05"` or `"-0"`.
package enum PHPKey: Sendable, Hashable {
    case integer(Int64)
    case string([UInt8])

    /// The key that PHP makes of a string: a number where the bytes are exactly how PHP writes that number.
    package init(_ bytes: [UInt8]) {
        self = Self.number(bytes).map(PHPKey.integer) ?? .string(bytes)
    }

    /// The key that PHP makes of a string: a number where the text is exactly how PHP writes that number.
    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// The key as text, for people; bytes that are no UTF-8 are replaced.
    package var text: String {
        switch self {
        case .integer(let number): String(number)
        case .string(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Whether this is the string key `name`; costs no allocation.
    package func isNamed(_ name: String) -> Bool {
        if case .string(let bytes) = self { bytes.elementsEqual(name.utf8) } else { false }
    }

    private static func number(_ bytes: [UInt8]) -> Int64? {
        let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
        guard let first = digits.first, digits.count <= 19, bytes != [UInt8(ascii: "0")] else {
            return bytes == [UInt8(ascii: "0")] ? 0 : nil
        }
        guard first != UInt8(ascii: "0"), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(String(decoding: bytes, as: UTF8.self))
    }
}
