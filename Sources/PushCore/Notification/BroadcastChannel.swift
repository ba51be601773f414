/// A broadcast channel of an app: one push reaches everybody whose Live Activity listens to it (iOS 18). Its id is what
/// Apple returned when the channel was made.
package struct BroadcastChannel: Sendable, Hashable, CustomStringConvertible {
    /// The longest id that fits everywhere it is kept, in bytes; Apple promises no length.
    package static let longest = 255

    /// Base64 text. It names no person, so it may be shown in full.
    package let id: String

    /// Takes Base64 text (RFC 4648 §4), padded or not; nil for anything else, which could change the request.
    package init?(_ text: String) {
        let bytes = text.utf8
        let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let digits = bytes.dropLast(padding)
        guard (1...Self.longest).contains(bytes.count), digits.allSatisfy(Self.isDigit), digits.count % 4 != 1,
            padding == 0 || (padding <= 2 && bytes.count % 4 == 0)
        else { return nil }
        id = text
    }

    package var description: String { id }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
