/// What rejections are counted by: a fault of the configuration shows in one app, kind of tokens and environment.
package struct PruningScope: Sendable, Hashable {
    package let app: String
    package let kind: TokenKind
    package let environment: PushEnvironment

    package init(app: String, kind: TokenKind, environment: PushEnvironment) {
        self.app = app
        self.kind = kind
        self.environment = environment
    }

    /// `app/kind/environment`, for people.
    package var name: String { "\(app)/\(kind.rawValue)/\(environment.rawValue)" }
}
