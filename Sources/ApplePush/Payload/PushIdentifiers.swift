import Cryptography

/// The names that a push bears at Apple, derived so that every try and every process finds the same ones.
package struct PushIdentifiers: Sendable {
    private let installationID: [UInt8]
    private static let digits = Array("0123456789abcdef".utf8)
    private static let bar = UInt8(ascii: "|")

    /// - Parameter installationID: what tells this site's queue from every other's.
    package init(installationID: String) { self.installationID = Array(installationID.utf8) }

    /// `apns-collapse-id` of an alert that has none: a resend after a crash replaces it instead of showing twice.
    package func collapseID(action: UInt64) -> [UInt8] {
        let hash = SHA256.hash(installationID + [Self.bar] + String(action).utf8)
        var text: [UInt8] = []
        text.reserveCapacity(32)
        for byte in hash.prefix(16) { Self.append(byte, to: &text) }
        return text
    }

    /// `apns-id` of an action's push to `recipient` (the column `token`): a UUID of version 8 (RFC 9562), in lower case as Apple wants it.
    package func id(action: UInt64, recipient: String) -> [UInt8] {
        var seed = installationID
        seed.reserveCapacity(seed.count + 22 + recipient.utf8.count)
        seed.append(Self.bar)
        seed.append(contentsOf: String(action).utf8)
        seed.append(Self.bar)
        seed.append(contentsOf: recipient.utf8)
        let hash = SHA256.hash(seed)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for place in 0..<16 {
            switch place {
            case 4, 6, 8, 10: text.append(UInt8(ascii: "-"))
            default: break
            }
            switch place {
            case 6: Self.append(hash[place] & 0x0F | 0x80, to: &text)
            case 8: Self.append(hash[place] & 0x3F | 0x80, to: &text)
            default: Self.append(hash[place], to: &text)
            }
        }
        return text
    }

    private static func append(_ byte: UInt8, to text: inout [UInt8]) {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
    }
}
