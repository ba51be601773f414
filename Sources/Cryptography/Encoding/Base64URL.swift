/// Base64 for URLs and JSON Web Tokens: RFC 4648 §5, without padding.
package enum Base64URL {
    /// The text of `bytes`, without padding.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        Base64.encode(bytes, alphabet: alphabet)
    }

    /// The bytes of `text` (padded or not), or nil when it is not Base64 for URLs or was cut off.
    package static func decode(_ text: String) -> [UInt8]? {
        Base64.decode(text.utf8, sixtyTwo: UInt8(ascii: "-"), sixtyThree: UInt8(ascii: "_"))
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
