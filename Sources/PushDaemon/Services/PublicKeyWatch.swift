import Cryptography
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
