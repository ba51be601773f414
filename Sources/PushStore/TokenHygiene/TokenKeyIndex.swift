import PushCore

/// Which app and which kind of token a usermeta key belongs to.
struct TokenKeyIndex: Sendable {
    /// One app that reads a key.
    struct Owner: Sendable, Hashable {
        let app: String
        let kind: TokenKind
    }

    private let owners: [String: [Owner]]
    private let otherPlatforms: [String: [String: String]]

    /// Every key that holds tokens of any app, sorted.
    let keys: [String]

    init(_ settings: TokenSettings) {
        var owners: [String: [Owner]] = [:]
        var otherPlatforms: [String: [String: String]] = [:]
        for app in Set(settings.appKeys.keys).union(["default"]).sorted(by: Self.precedes) {
            let keys = settings.keys(of: app)
            otherPlatforms[app] = keys.otherPlatforms
            for kind in TokenKind.allCases {
                for key in keys.lookUp(kind) { owners[key, default: []].append(Owner(app: app, kind: kind)) }
            }
        }
        self.owners = owners
        self.otherPlatforms = otherPlatforms
        keys = owners.keys.sorted()
    }

    /// The apps and kinds that read `key`, the app `default` first; empty for a key that nobody reads.
    func owners(of key: String) -> [Owner] { owners[key] ?? [] }

    /// Reads rows as pushes to `owner` would.
    func reader(for owner: Owner) -> RecipientReader {
        let platforms = owner.kind == .standard ? otherPlatforms[owner.app] ?? [:] : [:]
        return RecipientReader(kind: owner.kind, otherPlatforms: platforms)
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        left == "default" || right != "default" && left < right
    }
}
