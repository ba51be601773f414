/// Finds the devices of users (legacy: `MAM_PushTokenRepository`).
package protocol PushTokenRepository: Sendable {
    /// The recipients of each user, for one app and kind of token, in the order of their rows; a user without rows is
    /// absent. What was learned of environments and prunings is joined in. A token that stands twice is returned once.
    func recipients(of users: [UInt64], app: String, kind: TokenKind) async throws -> [UInt64: [Recipient]]

    /// The next part of an audience: about `limit` devices behind `walk`, less those that `action` has a delivery for.
    /// May be empty before the end: so many rows are looked through at once and no more.
    func step(
        through audience: Audience, behind walk: AudienceWalk, action: UInt64, app: String, kind: TokenKind, limit: Int
    ) async throws -> AudienceStep
}
