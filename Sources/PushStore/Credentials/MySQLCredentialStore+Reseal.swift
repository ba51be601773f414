import MariaDB
package import PushCore

extension MySQLCredentialStore {
    /// Puts every credential into another box and publishes the key that it was sealed to, all in one transaction: a failure
    /// leaves everything as it was.
    /// - Parameters:
    ///   - publicKey: the key in Base64, as the settings table holds it.
    ///   - body: the credential in its new box; nil leaves it alone.
    /// - Returns: how many were changed.
    package func reseal(
        publishing publicKey: String, _ body: @Sendable @escaping (StoredCredential) throws -> StoredCredential?
    ) async throws -> Int {
        let lock = selectAll + " FOR UPDATE"
        let update =
            "UPDATE \(table) SET box = ?, public_key_id = ?, updated_at = UTC_TIMESTAMP(3) WHERE app = ? AND channel = ?"
        let publish = """
            INSERT INTO \(settings) (name, value) VALUES ('public_key', ?)
            ON DUPLICATE KEY UPDATE value = VALUES(value), updated_at = UTC_TIMESTAMP(3)
            """
        return try await database.run { connection in
            try connection.transaction {
                var count = 0
                for stored in try connection.query(lock).compactMap({ try Self.credential($0) }) {
                    guard let new = try body(stored) else { continue }
                    let values: [SQLValue] = [
                        .bytes(new.box), .text(new.publicKeyID), .text(stored.app), .text(stored.channel.rawValue),
                    ]
                    _ = try connection.execute(update, values)
                    count += 1
                }
                _ = try connection.execute(publish, [.text(publicKey)])
                return count
            }
        }
    }
}
