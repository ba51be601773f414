import Cryptography
import PushCore
import PushStore
import ServiceRuntime
import Telemetry

/// The daemon's secret keys: read at the start, and again when something is sealed to a key that is not among them, so that
/// `keys rotate` needs no restart.
final class KeyRing: Sendable {
    private let current: Locked<[BoxSecretKey]>
    private let read: @Sendable () throws -> [BoxSecretKey]
    private let logger: Logger

    /// - Parameter read: reads the files, the current key first; asked again by `reload`.
    /// - Throws: what keeps the keys from being read.
    init(logger: Logger, read: @escaping @Sendable () throws -> [BoxSecretKey]) throws {
        current = Locked(try read())
        self.read = read
        self.logger = logger
    }

    /// The current key, then the one before it.
    var keys: [BoxSecretKey] { current.withLock { $0 } }

    /// What the site seals to.
    var publicKey: BoxPublicKey { keys[0].publicKey }

    /// Whether `key` is one of ours, after another look at the files if need be.
    func knows(_ key: BoxPublicKey) -> Bool {
        if has(key.id) { return true }
        reload()
        return has(key.id)
    }

    /// Opens a stored credential, after another look at the files if it is sealed to a key that is not known.
    /// - Throws: `CredentialBoxError`.
    func open(_ stored: StoredCredential) throws -> CredentialContent {
        if !has(stored.publicKeyID) { reload() }
        return try CredentialBox.open(stored, with: keys)
    }

    /// Whether the key with this `id` is among those read last.
    func has(_ id: String) -> Bool { keys.contains { $0.publicKey.id == id } }

    // Files that cannot be read just now leave what is known.
    private func reload() {
        do {
            let keys = try read()
            let isNew = keys.first?.publicKey != current.withLock { $0.first?.publicKey }
            current.withLock { $0 = keys }
            if isNew, let key = keys.first {
                logger.info("key_changed", ["fingerprint": .text(key.publicKey.fingerprint)])
            }
        } catch {
            logger.warning("key_unreadable", ["error": .error(error)])
        }
    }
}
