import Cryptography
import JSONText
import MariaDB
import PushCore
import PushStore
import ServiceRuntime
import WordPress

/// Seals the stored credentials to the daemon's current key.
struct CredentialResealing {
    let database: Database
    let tables: TableNames

    private var store: MySQLCredentialStore { MySQLCredentialStore(database: database, tables: tables) }

    /// Opens every credential, so that a change of keys begins only when none would be lost by it.
    /// - Throws: `CommandFailure` with exit code 5 that names all that cannot be opened.
    func check(_ keys: [BoxSecretKey]) async throws {
        var faults: [String] = []
        for credential in try await store.all() {
            do {
                _ = try CredentialBox.open(credential, with: keys)
            } catch {
                faults.append("credential \(credential.app)/\(credential.channel.rawValue): \(error)")
            }
        }
        guard faults.isEmpty else {
            throw CommandFailure(
                .credentials,
                faults.joined(separator: "\n") + "\nNothing was changed: store these again, or remove them.")
        }
    }

    /// Seals what is not sealed to the first of `keys`, and publishes its public half.
    /// - Returns: how many credentials were sealed anew.
    func run(_ keys: [BoxSecretKey]) async throws -> Int {
        let current = keys[0].publicKey
        return try await store.reseal(publishing: current.base64) { stored in
            guard stored.publicKeyID != current.id else { return nil }
            return try CredentialBox.seal(CredentialBox.open(stored, with: keys), to: current)
        }
    }

    /// The other hosts whose daemons were heard of within the last minute.
    func otherHosts() async throws -> [String] {
        let workers = try await QueueStatus(database: database, tables: tables).workers()
        let alive = workers.filter { ($0["heartbeat_seconds"]?.integer ?? .max) < 60 }
        return Set(alive.compactMap { $0["host"]?.string }).subtracting([HostName.current]).sorted()
    }
}
