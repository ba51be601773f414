package import JSONText
package import MariaDB
import PushCore
package import WordPress

/// What people do with the queue: look, add, cancel, try again.
package struct QueueAdministration: Sendable {
    let database: Database
    let tables: TableNames

    /// Works through `database`.
    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    private static let listColumns = [
        "id", "type", "app", "user_id", "state", "reason", "delivered", "failed", "pruned", "dedupe_key", "send_at",
        "expires_at", "created_at", "warnings",
    ]
    private static let deliveryColumns = [
        "action_id", "user_id", "token", "channel", "environment", "status", "reason", "http_status", "apns_id",
        "apns_unique_id", "error_class", "attempts", "next_attempt_at", "created_at", "updated_at",
    ]

    /// The actions that `filter` lets through, without their messages, the newest first.
    package func list(_ filter: ActionFilter) async throws -> [JSONObject] {
        let columns = Self.listColumns
        var sql = "SELECT \(columns.joined(separator: ", ")) FROM \(tables.quoted(.actions)) WHERE TRUE"
        var values: [SQLValue] = []
        func narrow(_ column: String, _ value: SQLValue?) {
            guard let value else { return }
            sql += " AND \(column) = ?"
            values.append(value)
        }
        narrow("state", filter.state.map(SQLValue.text))
        narrow("app", filter.app.map(SQLValue.text))
        narrow("user_id", filter.userID.map(SQLValue.unsigned))
        sql += " ORDER BY id DESC LIMIT \(filter.limit)"
        return try await rows(sql, values, columns)
    }

    /// One action with its message; nil when there is none.
    package func action(_ id: UInt64) async throws -> JSONObject? {
        let columns = Self.listColumns + ["audience", "attempts", "message"]
        let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(tables.quoted(.actions)) WHERE id = ?"
        return try await rows(sql, [.unsigned(id)], columns).first
    }

    /// The first `limit` deliveries of an action: those that may want attention before the delivered ones.
    package func deliveries(of id: UInt64, attentionFirst limit: Int) async throws -> [JSONObject] {
        let columns = Self.deliveryColumns
        let sql = """
            SELECT \(columns.joined(separator: ", ")) FROM \(tables.quoted(.deliveries)) WHERE action_id = ?
            ORDER BY status = 'delivered', id LIMIT \(limit)
            """
        return try await rows(sql, [.unsigned(id)], columns)
    }

    /// Adds an action, as any producer would.
    /// - Returns: its id; with a `dedupeKey` that is known, that of the first one.
    package func enqueue(_ draft: ActionDraft) async throws -> (id: UInt64, isNew: Bool) {
        let insert = """
            INSERT INTO \(tables.quoted(.actions)) (type, app, user_id, audience, message, dedupe_key) VALUES (?, ?, ?, ?, ?, ?)
            """
        let values: [SQLValue] = [
            .text(draft.type), .text(draft.app), SQLValue(draft.userID),
            SQLValue(draft.audience.map { JSONWriter.text($0) }), .bytes(draft.message), SQLValue(draft.dedupeKey),
        ]
        let find = "SELECT id FROM \(tables.quoted(.actions)) WHERE dedupe_hash = SHA2(CONCAT(?, '|', ?), 256)"
        let key: [SQLValue] = [.text(draft.app), SQLValue(draft.dedupeKey)]
        return try await database.run { connection in
            do {
                return (try connection.execute(insert, values).lastInsertID, true)
            } catch let error as MariaDBError where error.category == .duplicateKey {
                guard let first = try connection.query(find, key).first else { throw error }
                return (try first.uint64(0), false)
            }
        }
    }

    /// Cancels an action as the contract says (section 2): what is on the wire is still recorded.
    /// - Returns: nil when it was cancelled, else its state; throws `RetryRefusal.notFound` when there is none.
    package func cancel(_ id: UInt64) async throws -> String? {
        let table = tables.quoted(.actions)
        let cancel = "UPDATE \(table) SET state = 'cancelled' WHERE id = ? AND state IN ('queued', 'sending')"
        let read = "SELECT state FROM \(table) WHERE id = ?"
        return try await database.run { connection in
            if try connection.execute(cancel, [.unsigned(id)]).affectedRows > 0 { return nil }
            guard let row = try connection.query(read, [.unsigned(id)]).first else { throw RetryRefusal.notFound(id) }
            return try row.string(0)
        }
    }

    /// Cancels everything that is not final.
    /// - Returns: how many actions that were.
    package func cancelAll() async throws -> Int {
        let sql = "UPDATE \(tables.quoted(.actions)) SET state = 'cancelled' WHERE state IN ('queued', 'sending')"
        return try await database.run { connection in try connection.execute(sql).affectedRows }
    }

    /// Sends again what was not delivered: nothing that was, no dead token, no call past its life or of unknown outcome.
    /// - Parameter maximumAge: the seconds that a call of an app may wait when its message does not say.
    /// - Returns: how many deliveries are tried again; 0 when the action had none and starts anew.
    /// - Throws: `RetryRefusal`.
    package func retry(_ id: UInt64, maximumAge: @Sendable (_ app: String) -> Int64) async throws -> Int {
        let statements = RetryStatements(tables: tables)
        return try await database.run { connection in
            try connection.transaction {
                guard let row = try connection.query(statements.lock, [.unsigned(id)]).first else {
                    throw RetryRefusal.notFound(id)
                }
                let action = try FinishedAction(row)
                try action.checkLife(maximumAge: maximumAge(action.app))
                let count = try connection.query(statements.count, [.unsigned(id)]).first?.int(0) ?? 0
                if count == 0 {
                    _ = try connection.execute(statements.queueAgain, [.unsigned(id)])
                    return 0
                }
                let revive = statements.reviveDeliveries(isCall: action.isCall)
                let revived = try connection.execute(revive, [.unsigned(id)]).affectedRows
                guard revived > 0 else { throw RetryRefusal.nothingToSend }
                _ = try connection.execute(statements.sendAgain, [.unsigned(id)])
                return revived
            }
        }
    }

    private func rows(_ sql: String, _ values: [SQLValue], _ columns: [String]) async throws -> [JSONObject] {
        try await database.run { connection in
            try connection.query(sql, values).map { JSONRow.object($0, columns) }
        }
    }
}
