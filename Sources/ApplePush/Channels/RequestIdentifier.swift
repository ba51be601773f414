import Cryptography

/// `apns-request-id` of a request that nobody sends a second time.
enum RequestIdentifier {
    /// A UUID of version 4 (RFC 9562) in lower case, as Apple wants it.
    static func random() -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0 ... .max) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = HexText.encode(bytes)
        var text = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text.append("-") }
            text.append(digit)
        }
        return text
    }
}
