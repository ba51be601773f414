import Cryptography
import MariaDB
import PushStore
import WordPress

/// The public key in the settings table, which the site seals to.
struct PublishedKey {
    private static let setting = "public_key"
    private let settings: Settings

    init(database: Database, tables: TableNames) { settings = Settings(database: database, tables: tables) }

    /// What stands there; nil when there is none or it is no key.
    func current() async throws -> BoxPublicKey? {
        guard let text = try await settings.value(Self.setting) else { return nil }
        return try? BoxPublicKey(base64: text)
    }

    /// Puts `key` there. Another key is not replaced: credentials are sealed to it, and its owner may be another daemon.
    /// - Throws: `CommandFailure` with exit code 5 when there is another one and `replacing` is false.
    func publish(_ key: BoxPublicKey, replacing: Bool = false) async throws {
        let found = try await current()
        if found == key { return }
        if let found, !replacing {
            throw CommandFailure(
                .credentials,
                """
                the database holds another public key, \(found.fingerprint); ours is \(key.fingerprint).
                Another daemon of this site: copy its key file here. A copy of the site: push-bridge init \
                --accept-clone. The old key is lost: the same, then store every credential again.
                """)
        }
        try await settings.set(Self.setting, key.base64)
    }

    /// The fingerprint of a foreign key that a daemon found there and put right; nil when there was none, or when
    /// somebody has looked since.
    func alarm() async throws -> String? {
        try await settings.value(PublicKeyWatch.alarmSetting).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Lets daemons take new credentials again.
    func acceptAlarm() async throws { try await settings.set(PublicKeyWatch.alarmSetting, "") }
}
