import MariaDB
package import PushCore
import WordPress

extension MySQLTokenPruner {
    package func undoRemovals(
        app: String, kind: TokenKind, environment: PushEnvironment, since: Int64
    ) async throws {
        let keys = settings().keys(of: app).keys(of: kind)
        guard !keys.isEmpty else { return }
        // The last first: so each value is found as its own removal left it, and comes back byte by byte.
        let sql = """
            SELECT id FROM \(tables.quoted(.prunes))
            WHERE state IN ('removed', 'verdict') AND created_at >= UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND
            AND app = ? AND environment = ? AND meta_key IN (\(InList.marks(keys.count))) ORDER BY id DESC
            """
        let window = min(since, Int64.max / 1000) * 1000
        let values = [.integer(window), .text(app), .text(environment.rawValue)] + keys.map(SQLValue.text)
        let ids = try await database.run { try $0.query(sql, values).map { try $0.uint64(0) } }
        var firstFailure: (any Error)?
        for id in ids {
            do {
                _ = try await undo(id, by: "breaker")
            } catch let error as MariaDBError where !error.endsConnection {
                // One row that cannot be written must not keep the others away.
                firstFailure = firstFailure ?? error
            }
        }
        if let firstFailure { throw firstFailure }
    }

    /// Puts the token of prune `id` back and lifts its tombstone, in one transaction.
    /// - Parameter by: who wants it: the column `undone_by`.
    package func undo(_ id: UInt64, by: String) async throws -> UndoResult {
        try await database.run { connection in
            try connection.transaction {
                guard let prune = try StoredPrune.locked(id, tables: tables, on: connection) else { return .notFound }
                let result: UndoResult
                switch prune.state {
                case "removed": result = try restore(prune, on: connection)
                case "verdict": result = .withdrawn
                case "undone": return .alreadyUndone
                default: return .onlyReported
                }
                let sql = """
                    UPDATE \(tables.quoted(.prunes)) SET state = 'undone', undone_at = UTC_TIMESTAMP(3), undone_by = ?
                    WHERE id = ?
                    """
                try connection.execute(sql, [.text(by), .unsigned(id)])
                return result
            }
        }
    }

    private func restore(_ prune: StoredPrune, on connection: Connection) throws -> UndoResult {
        switch (try row(of: prune, on: connection), prune.before) {
        case (let row?, let before?) where row.value.map { $0 == prune.after } ?? false && prune.isOf(row):
            let sql = "UPDATE \(tables.quoted(.userMeta)) SET meta_value = ? WHERE umeta_id = ?"
            try connection.execute(sql, [.bytes(before), .unsigned(prune.metaID)])
            return .restored
        case (nil, let before?) where prune.after == nil:
            if try stands(prune, above: highestMetaID(prune, on: connection), on: connection) { return .alreadyThere }
            try insert(prune, id: prune.metaID, value: before, on: connection)
            return .restored
        default:
            if try stands(prune, above: 0, on: connection) { return .alreadyThere }
            return .readded(metaID: try insert(prune, id: nil, value: prune.valueOfItsOwn, on: connection))
        }
    }

    /// The row that the token was taken from, locked; nil when it has gone.
    private func row(of prune: StoredPrune, on connection: Connection) throws -> UserMetaRow? {
        let sql = "SELECT \(UserMetaRow.columns) FROM \(tables.quoted(.userMeta)) WHERE umeta_id = ? FOR UPDATE"
        let rows = try connection.query(sql, [UserMetaRow.limit(of: connection), .unsigned(prune.metaID)])
        return try rows.first.map { try UserMetaRow($0) }
    }

    /// Whether the token stands in a row of the user's above `id`, under the same key.
    private func stands(_ prune: StoredPrune, above id: UInt64, on connection: Connection) throws -> Bool {
        let sql = """
            SELECT \(UserMetaRow.columns) FROM \(tables.quoted(.userMeta))
            WHERE user_id = ? AND meta_key = ? AND umeta_id > ?
            """
        let values: [SQLValue] = [
            UserMetaRow.limit(of: connection), .unsigned(prune.userID), .text(prune.metaKey), .unsigned(id),
        ]
        return try connection.query(sql, values).contains { row in
            let row = try UserMetaRow(row)
            return row.key == prune.metaKey
                && TokenMeta.read(row.value ?? []).entries.contains { $0.token == prune.token }
        }
    }

    /// The highest row that the user's token was ever taken from: it stands above it only where it was registered again.
    private func highestMetaID(_ prune: StoredPrune, on connection: Connection) throws -> UInt64 {
        let sql = "SELECT MAX(umeta_id) FROM \(tables.quoted(.prunes)) WHERE token = ? AND user_id = ?"
        let rows = try connection.query(sql, [.text(prune.token), .unsigned(prune.userID)])
        return try rows.first?.optionalUInt64(0) ?? prune.metaID
    }

    @discardableResult
    private func insert(
        _ prune: StoredPrune, id: UInt64?, value: [UInt8], on connection: Connection
    ) throws -> UInt64 {
        let sql =
            "INSERT INTO \(tables.quoted(.userMeta)) (umeta_id, user_id, meta_key, meta_value) VALUES (?, ?, ?, ?)"
        let values: [SQLValue] = [SQLValue(id), .unsigned(prune.userID), .text(prune.metaKey), .bytes(value)]
        return try connection.execute(sql, values).lastInsertID
    }
}
