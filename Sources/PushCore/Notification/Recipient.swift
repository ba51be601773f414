/// One address that a user's row holds, with all that is known of it.
package struct Recipient: Sendable, Hashable {
    /// What the row holds.
    package enum Address: Sendable, Hashable {
        /// A well-formed device token.
        case apns(DeviceToken)
        /// A broadcast channel instead of one device.
        case channel(BroadcastChannel)
        /// Text that is no token; `shown` is a short harmless form of it that tells two of them apart.
        case malformed(shown: String)
        /// A recipient of another platform (`platform` as the record says).
        case other(platform: String, shown: String)
    }

    /// The usermeta row that held it, as read: the ground for pruning by compare-and-swap.
    package struct Source: Sendable, Hashable {
        /// The row.
        package let metaID: UInt64
        /// Whose it is: two users may hold one token.
        package let userID: UInt64
        /// Its key.
        package let metaKey: String
        /// Its value, byte by byte.
        package let value: [UInt8]

        package init(metaID: UInt64, userID: UInt64, metaKey: String, value: [UInt8]) {
            self.metaID = metaID
            self.userID = userID
            self.metaKey = metaKey
            self.value = value
        }
    }

    /// The owner; nil for a bare token that an audience named.
    package let userID: UInt64?
    /// Where to send.
    package let address: Address
    /// What the token was issued for.
    package let kind: TokenKind
    /// The environment that its record names.
    package var environment: PushEnvironment?
    /// The environment where it was found to live.
    package var learnedEnvironment: PushEnvironment?
    /// When the app registered it, in milliseconds since 1970.
    package var registeredAt: Int64?
    /// The bundle id that its record names.
    package var bundleID: String?
    /// The Live Activity that its record says it belongs to.
    package var activityID: String?
    /// Whether it was pruned and nothing has brought it back since (contract, section 4): not sent, `PrunedToken`.
    package var isPruned = false
    /// Whether a holder that vanished may have sent it: only what replaces itself on the device is sent again.
    package var mayHaveBeenSent = false
    /// The row that held it.
    package var source: Source?
    /// Further rows that hold the same token, of whatever user: it is sent to once, and leaves them all.
    package var duplicates: [Source] = []

    package init(userID: UInt64?, address: Address, kind: TokenKind) {
        self.userID = userID
        self.address = address
        self.kind = kind
    }

    /// The value of the column `token`: the token itself, the id of a channel, or a short form of what is neither.
    package var column: String {
        switch address {
        case .apns(let token): token.hex
        case .channel(let channel): channel.id
        case .malformed(let shown), .other(_, let shown): shown
        }
    }
}
