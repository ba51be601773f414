package import MariaDB
import PushCore
package import WordPress

/// Takes the messages of a site that cannot write the queue from usermeta: each row becomes an action and goes, in one
/// transaction, so that none is lost and none is sent twice however many daemons look.
package struct UsermetaIntake: Sendable {
    /// The usermeta key of such rows.
    package static let metaKey = "pushbridge_action"
    /// Rows taken at one look.
    private static let atOnce = 64

    private enum Outcome { case enqueued, failed, duplicate, goneOrBusy }

    private let database: Database
    private let tables: TableNames

    /// Works on the session `database`; best on one of its own, because a burst keeps it busy.
    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    /// Looks for rows and takes up to 64 of them. A look that finds none costs one read of an index and locks nothing.
    /// - Throws: the first failure, after every other row has been taken.
    package func takeDue() async throws -> IntakeResult {
        var result = IntakeResult()
        var firstFailure: (any Error)?
        for row in try await rows() {
            do {
                switch try await take(row) {
                case .enqueued: result.enqueued += 1
                case .failed: result.failed += 1
                case .duplicate: result.duplicates += 1
                case .goneOrBusy: break
                }
            } catch let error as MariaDBError where !error.endsConnection {
                firstFailure = firstFailure ?? error
            }
        }
        if let firstFailure { throw firstFailure }
        return result
    }

    private func rows() async throws -> [UserMetaRow] {
        // The collation finds PushBridge_Action, too. Sorting is left to us, or the server might walk the whole table in order.
        let sql = """
            SELECT \(UserMetaRow.columns) FROM \(tables.quoted(.userMeta))
            WHERE meta_key = ? AND CAST(meta_key AS BINARY) = ? LIMIT \(Self.atOnce)
            """
        return try await database.run { connection in
            let values = [UserMetaRow.limit(of: connection), .text(Self.metaKey), .bytes(Array(Self.metaKey.utf8))]
            return try connection.query(sql, values).map { try UserMetaRow($0) }.sorted { $0.id < $1.id }
        }
    }

    private func take(_ row: UserMetaRow) async throws -> Outcome {
        let request = row.value.map { IntakeRequest($0) }
        return try await database.run { connection in
            try connection.transaction {
                guard try UserMetaLock.take(row: row.id, tables: tables, on: connection) else { return .goneOrBusy }
                guard let value = row.value, let request else { return try copy(row, on: connection) }
                // Whether the row went decides whose it is.
                guard try delete(row.id, where: "CAST(meta_value AS BINARY) = ?", .bytes(value), connection) else {
                    return .goneOrBusy
                }
                return try insert(request, userID: row.userID, on: connection)
            }
        }
    }

    private func delete(
        _ id: UInt64, where condition: String, _ value: SQLValue, _ connection: Connection
    ) throws -> Bool {
        let sql = """
            DELETE FROM \(tables.quoted(.userMeta))
            WHERE umeta_id = ? AND CAST(meta_key AS BINARY) = ? AND COALESCE(\(condition), meta_value IS NULL)
            """
        let values: [SQLValue] = [.unsigned(id), .bytes(Array(Self.metaKey.utf8)), value]
        return try connection.execute(sql, values).affectedRows == 1
    }

    private func insert(_ request: IntakeRequest, userID: UInt64, on connection: Connection) throws -> Outcome {
        let sql = """
            INSERT INTO \(tables.quoted(.actions)) (type, app, user_id, message, dedupe_key, send_at, state, reason)
            VALUES (?, ?, ?, ?, ?, TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND, ?, ?)
            """
        let values: [SQLValue] = [
            .text(request.type), .text(request.app), .unsigned(userID), .bytes(request.message),
            SQLValue(request.dedupeKey), request.sendAt.map { .integer($0 * 1000) } ?? .null,
            .text(request.reason == nil ? "queued" : "failed"), SQLValue(request.reason.map(ReasonText.fit)),
        ]
        do {
            try connection.execute(sql, values)
            return request.reason == nil ? .enqueued : .failed
        } catch {
            guard error.category == .duplicateKey else { throw error }
            return .duplicate
        }
    }

    /// Makes a failed action of a value that is too long to be read, within the server.
    private func copy(_ row: UserMetaRow, on connection: Connection) throws -> Outcome {
        guard case .unreadable(let reason) = MessageDecoder.tooLarge(row.length) else { return .goneOrBusy }
        let sql = """
            INSERT INTO \(tables.quoted(.actions)) (user_id, message, state, reason)
            SELECT user_id, meta_value, 'failed', ? FROM \(tables.quoted(.userMeta)) WHERE umeta_id = ?
            """
        try connection.execute(sql, [.text(reason), .unsigned(row.id)])
        guard try delete(row.id, where: "LENGTH(meta_value) = ?", .integer(Int64(row.length)), connection) else {
            throw RowChanged()
        }
        return .failed
    }

    /// Rolls back what was made of a row that is no longer what was read.
    private struct RowChanged: Error {}
}
