package import PushCore

/// The usermeta keys that hold one app's device tokens (`[tokens]`).
package struct TokenKeys: Sendable, Equatable {
    /// The keys of each kind; a kind that is absent has its usual key, an empty list means none.
    package var metaKeys: [TokenKind: [String]]
    /// Keys of other platforms' recipients, with the platform; they answer `unsupported` to a standard push.
    package var otherPlatforms: [String: String]

    /// The usual keys unless told otherwise.
    package init(metaKeys: [TokenKind: [String]] = [:], otherPlatforms: [String: String] = [:]) {
        self.metaKeys = metaKeys
        self.otherPlatforms = otherPlatforms
    }

    /// The keys of Apple's tokens of `kind`.
    package func keys(of kind: TokenKind) -> [String] { metaKeys[kind] ?? [kind.defaultMetaKey] }

    /// Every key that is looked up for a push to tokens of `kind`, each once.
    func lookUp(_ kind: TokenKind) -> [String] {
        let keys = Set(keys(of: kind) + (kind == .standard ? Array(otherPlatforms.keys) : []))
        return keys.sorted()
    }
}
