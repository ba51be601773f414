/// Keeps the sealed credentials, and the `iat` that all processes share.
package protocol CredentialStore: Sendable {
    /// Every credential, by app and channel.
    func all() async throws -> [StoredCredential]

    /// Writes a credential in place of the one of its app and channel; its agreed `iat` starts anew with another key.
    func save(_ credential: StoredCredential) async throws

    /// Removes a credential; false when there was none.
    func remove(app: String, channel: PushChannel) async throws -> Bool

    /// Notes what reading the credential showed: topics, expiry, and what is wrong with it (nil: nothing).
    func report(_ credential: StoredCredential) async throws

    /// The `iat` (UNIX seconds) that all processes sign with, for whatever apps and channels the key of this credential is
    /// stored; nil without a key. It is set at first need, moved to the database's now by the one
    /// process that finds it older than `maximumAge` seconds (50 minutes; Apple: not twice in 20 minutes, never over 60).
    func agreedIssuedAt(app: String, channel: PushChannel, maximumAge: Int64) async throws -> Int64?

    /// Makes due at once what waits for another try because Apple refused the credential of `app` and `channel`.
    /// - Returns: how many actions.
    func hasten(app: String, channel: PushChannel) async throws -> Int

    /// The clock that `iat` is taken from.
    func clock() async throws -> DatabaseClock
}
