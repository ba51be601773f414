import Cryptography
import PushCore
import PushStore
import ServiceRuntime
import Telemetry

/// Guards the public key that the site seals to. Whoever can write the settings table could put another key there and read
/// the next credential: a foreign value is put right, and new credentials are not taken until an admin has looked
/// (contract, section 6).
final class PublicKeyWatch {
    /// The setting that says a foreign key was found: its fingerprint. `doctor --accept` clears it.
    static let alarmSetting = "public_key_alarm"
    private static let keySetting = "public_key"
    private static let interval: Int64 = 60_000

    private let settings: Settings
    private let keys: KeyRing
    private let logger: Logger
    private var lookedAt: MonotonicTime?

    init(settings: Settings, keys: KeyRing, logger: Logger) {
        self.settings = settings
        self.keys = keys
        self.logger = logger
    }

    /// Keeps a daemon with the wrong key file from serving: it would end pushes as `NotConfigured` that another daemon can
    /// send. Wrong is a file none of whose keys opens what is stored, while the published key's owner does.
    /// - Throws: `CommandFailure` with exit code 5.
    func admit(_ stored: [StoredCredential]) async throws {
        guard let published = try await settings.value(Self.keySetting).flatMap({ try? BoxPublicKey(base64: $0) }),
            !keys.knows(published), stored.contains(where: { $0.publicKeyID == published.id }),
            !stored.contains(where: { keys.has($0.publicKeyID) })
        else { return }
        throw CommandFailure(
            .credentials,
            """
            [secrets] key_file holds the key \(keys.publicKey.fingerprint), which opens none of the stored credentials; \
            they are sealed to \(published.fingerprint), which the site has.
            Another daemon of this site: copy its key file here. The old key is lost: push-bridge init --accept-clone, \
            then store every credential again.
            """)
    }

    /// Looks at most once a minute, then says whether new credentials may be taken.
    func allowsNewCredentials() async throws -> Bool {
        let now = MonotonicTime.now
        if lookedAt.map({ now.milliseconds(since: $0) >= Self.interval }) ?? true {
            try await look()
            lookedAt = now
        }
        return try await settings.value(Self.alarmSetting)?.isEmpty ?? true
    }

    private func look() async throws {
        let found = try await settings.value(Self.keySetting)
        guard found != keys.publicKey.base64 else { return }
        if let found {
            let foreign = try? BoxPublicKey(base64: found)
            // The key before, after a change of keys that was cut short, is nobody's attack.
            if let foreign, keys.knows(foreign) {
                if foreign != keys.publicKey { try await settings.set(Self.keySetting, keys.publicKey.base64) }
                return
            }
            let fingerprint = foreign?.fingerprint ?? "no key at all"
            try await settings.set(Self.alarmSetting, fingerprint)
            logger.error(
                "public_key_changed",
                [
                    "found": .text(fingerprint), "ours": .text(keys.publicKey.fingerprint),
                    "effect": "ours is back; no new credential is taken",
                    "to_go_on": "find out who wrote it, then push-bridge doctor --accept",
                ])
        }
        try await settings.set(Self.keySetting, keys.publicKey.base64)
    }
}
