/// The Base64 text that names a broadcast channel.
enum ChannelIdentifier {
    /// The longest id that is taken: ours have 24 characters, Apple says only that there is a limit.
    static let longest = 255

    /// A new random id.
    static func make() -> String {
        let bytes = (0..<16).map { _ in UInt8.random(in: 0 ... .max) }
        return Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/") + "=="
    }

    /// Whether `text` is Base64 (RFC 4648 §4, padded) and not too long.
    static func isWellFormed(_ text: ArraySlice<UInt8>) -> Bool {
        guard !text.isEmpty, text.count <= longest, text.count.isMultiple(of: 4) else { return false }
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return padding <= 2
            && text.dropLast(padding).allSatisfy {
                $0.isAlphanumeric || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
            }
    }
}
