/// The `reason` of Apple's answer. An open set: Apple adds to it, and an unknown one keeps its text.
package struct ApnsReason: Sendable, Hashable, CustomStringConvertible {
    /// As Apple writes it.
    package let text: String
    private static let longest = 100

    package init(_ text: String) { self.text = text }

    /// Takes text from an answer: ASCII without control characters, at most 100 bytes, or nil when nothing is left.
    package init?(untrusted text: String) {
        let clean = text.utf8.lazy.filter { (0x20...0x7E).contains($0) }.prefix(Self.longest)
        guard clean.contains(where: { $0 != 0x20 }) else { return nil }
        self.text = String(decoding: Array(clean), as: UTF8.self)
    }

    package var description: String { text }

    package static let badDeviceToken = ApnsReason("BadDeviceToken")
    package static let channelNotRegistered = ApnsReason("ChannelNotRegistered")
    package static let unregistered = ApnsReason("Unregistered")
    package static let expiredToken = ApnsReason("ExpiredToken")
    package static let expiredProviderToken = ApnsReason("ExpiredProviderToken")
    package static let badCertificateEnvironment = ApnsReason("BadCertificateEnvironment")
    package static let badEnvironmentKeyIDInToken = ApnsReason("BadEnvironmentKeyIdInToken")
    /// Seen instead of the one above; not in Apple's table.
    package static let badEnvironmentKeyInToken = ApnsReason("BadEnvironmentKeyInToken")
}
