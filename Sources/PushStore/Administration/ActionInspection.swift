package import JSONText
package import MariaDB
package import PushCore
package import WordPress

/// Everything that the database knows about one action.
package struct ActionInspection: Sendable {
    /// The row as the contract's columns show it, its message included.
    package let action: JSONObject
    package let type: String
    package let app: String
    /// The column `message`, decoded.
    package let content: ClaimedAction.Content
    /// When its life began, UNIX milliseconds by the database's clock.
    package let start: Int64
    /// The column `expires_at`, UNIX milliseconds.
    package let expiresAt: Int64?
    /// The database's clock, UNIX milliseconds.
    package let now: Int64
    /// Who holds it; nil: nobody.
    package let owner: UInt64?
    /// Milliseconds until the lease ends, or, without an owner, until the next try; negative when that is past.
    package let dueIn: Int64?
    package let walk: AudienceWalk
    /// How many deliveries it has, by status.
    package let counts: [(status: String, count: Int)]
    /// The first of its deliveries, those that want attention before the delivered ones.
    package let deliveries: [JSONObject]
    /// The prunes that its answers brought about, without the values of usermeta.
    package let prunes: [JSONObject]

    /// Reads it; nil when there is no such action.
    /// - Parameter limit: the most deliveries and prunes.
    package init?(_ id: UInt64, limit: Int, database: Database, tables: TableNames) async throws {
        let queue = QueueAdministration(database: database, tables: tables)
        guard let action = try await queue.action(id) else { return nil }
        let key: [SQLValue] = [.unsigned(id)]
        let details = """
            SELECT type, app, message, LENGTH(message), \(Self.milliseconds("GREATEST(created_at, COALESCE(send_at, created_at))")),
                \(Self.milliseconds("expires_at")), \(Self.milliseconds("UTC_TIMESTAMP(3)")),
                IF(state = 'sending', owner, NULL), TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), lease_until) DIV 1000,
                walk_cursor, walk_done
            FROM \(tables.quoted(.actions)) WHERE id = ?
            """
        guard let row = try await database.run({ try $0.query(details, key).first }) else { return nil }
        self.action = action
        type = try row.string(0)
        app = try row.string(1)
        content = MessageDecoder.decode(row.bytes(2) ?? [])
        now = try row.int64(6)
        start = try row.optionalInt64(4) ?? now
        expiresAt = try row.optionalInt64(5)
        owner = try row.optionalUInt64(7)
        dueIn = try row.optionalInt64(8)
        walk = AudienceWalk(cursor: try row.uint64(9), isDone: try row.int(10) != 0)
        let count = """
            SELECT status, COUNT(*) FROM \(tables.quoted(.deliveries)) WHERE action_id = ? GROUP BY status ORDER BY status
            """
        counts = try await database.run {
            try $0.query(count, key).map { (status: try $0.string(0), count: try $0.int(1)) }
        }
        deliveries = try await queue.deliveries(of: id, attentionFirst: limit)
        let columns = [
            "id", "user_id", "umeta_id", "meta_key", "token", "environment", "reason", "apns_timestamp", "state",
            "created_at", "undone_at", "undone_by",
        ]
        let prunes = """
            SELECT \(columns.joined(separator: ", ")) FROM \(tables.quoted(.prunes))
            WHERE action_id = ? ORDER BY id LIMIT \(limit)
            """
        self.prunes = try await database.run { try $0.query(prunes, key).map { JSONRow.object($0, columns) } }
    }

    private static func milliseconds(_ time: String) -> String {
        "TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', \(time)) DIV 1000"
    }
}
