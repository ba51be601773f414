/// A device token: opaque hexadecimal text, lower case, of even length up to 200 digits. It cannot change a path.
package struct DeviceToken: Sendable, Hashable, CustomStringConvertible {
    /// The longest token, in hexadecimal digits (Apple announced 100 bytes).
    package static let longest = 200

    /// The hexadecimal digits.
    package let hex: String

    /// Takes lower-case hexadecimal digits; nil when it is anything else.
    package init?(hex: String) {
        let digits = hex.utf8
        guard !digits.isEmpty, digits.count <= Self.longest, digits.count.isMultiple(of: 2),
            digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.hex = hex
    }

    /// Shortened, for logs: the whole token is personal data.
    package var description: String { "\(hex.prefix(8))…" }
}
