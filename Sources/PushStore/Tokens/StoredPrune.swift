import MariaDB
import WordPress

/// A row of the table of prunes, as an undo needs it.
struct StoredPrune {
    let userID: UInt64
    let metaID: UInt64
    let metaKey: String
    let token: String
    let state: String
    /// The usermeta value before the removal; nil when nothing was removed or somebody else did it.
    let before: [UInt8]?
    /// The value after it; nil when the row went.
    let after: [UInt8]?

    /// Reads and locks the row `id`; nil when there is none.
    static func locked(_ id: UInt64, tables: TableNames, on connection: Connection) throws -> StoredPrune? {
        let sql = """
            SELECT user_id, umeta_id, meta_key, token, state, old_value, new_value FROM \(tables.quoted(.prunes))
            WHERE id = ? FOR UPDATE
            """
        return try connection.query(sql, [.unsigned(id)]).first.map { row in
            StoredPrune(
                userID: try row.uint64(0), metaID: try row.uint64(1), metaKey: try row.string(2),
                token: try row.string(3), state: try row.string(4), before: row.bytes(5), after: row.bytes(6))
        }
    }

    /// Whether `row` is the one that the token was taken from: a server that was restarted may give a number again.
    func isOf(_ row: UserMetaRow) -> Bool { row.userID == userID && row.key == metaKey }

    /// The value for a row that holds this token alone, in the form and with the record that it had: the old value without
    /// its other tokens. What is malformed there stays where it is now, so then the bare token must do.
    var valueOfItsOwn: [UInt8] {
        guard var value = before else { return Array(token.utf8) }
        let meta = TokenMeta.read(value)
        guard meta.malformed.isEmpty else { return Array(token.utf8) }
        for other in Set(meta.entries.map(\.token)).subtracting([token]) {
            guard case .replace(let rest) = TokenMeta.read(value).removing(other) else { return Array(token.utf8) }
            value = rest
        }
        return value
    }
}
