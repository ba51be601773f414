package import PushCore

/// Where usermeta holds device tokens (`[tokens]`).
package struct TokenConfiguration: Sendable, Equatable {
    /// The meta keys of each kind; a kind without keys is not used.
    package var metaKeys: [TokenKind: [String]]
    /// The meta keys of other platforms, in order.
    package var otherMetaKeys: [OtherMetaKey]

    /// A key whose recipients belong to another platform.
    package struct OtherMetaKey: Sendable, Equatable {
        package let key: String
        package let platform: String
    }
}
