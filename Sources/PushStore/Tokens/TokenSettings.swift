/// What the configuration says about tokens in usermeta.
package struct TokenSettings: Sendable, Equatable {
    /// The keys of an app that has none of its own.
    package var keys: TokenKeys
    /// The keys of apps with an `[app.NAME]` section.
    package var appKeys: [String: TokenKeys]
    /// Hours for which a pruned token is not sent to again (`[pruning] tombstone_hours`).
    package var tombstoneHours: Int

    /// The defaults of the configuration unless told otherwise.
    package init(keys: TokenKeys = TokenKeys(), appKeys: [String: TokenKeys] = [:], tombstoneHours: Int = 168) {
        self.keys = keys
        self.appKeys = appKeys
        self.tombstoneHours = tombstoneHours
    }

    /// The keys of `app`.
    package func keys(of app: String) -> TokenKeys { appKeys[app] ?? keys }
}
