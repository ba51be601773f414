package import JSONText
package import MariaDB
package import WordPress

/// How the queue and its daemons stand.
package struct QueueStatus: Sendable {
    private let database: Database
    private let tables: TableNames

    /// Works through `database`.
    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    // Waiting: between two tries, held by nobody. The age is that of the oldest action that could be sent now.
    private var selectLanes: String {
        """
        SELECT IF(lane = 1, 'voip', 'standard'), COUNT(CASE WHEN state = 'queued' THEN 1 END),
            COUNT(CASE WHEN state = 'sending' AND owner IS NOT NULL THEN 1 END),
            COUNT(CASE WHEN state = 'sending' AND owner IS NULL THEN 1 END),
            MAX(CASE WHEN state = 'queued' AND due_at <= UTC_TIMESTAMP(3) THEN TIMESTAMPDIFF(SECOND,
                GREATEST(created_at, COALESCE(send_at, created_at)), UTC_TIMESTAMP(3)) END)
        FROM \(tables.quoted(.actions)) WHERE lane IN (0, 1) AND state IN ('queued', 'sending') GROUP BY lane
        """
    }

    /// Per lane: `lane`, `queued`, `sending`, `waiting`, `oldest_seconds`; both lanes, calls first.
    package func lanes() async throws -> [JSONObject] {
        let columns = ["lane", "queued", "sending", "waiting", "oldest_seconds"]
        let found = try await rows(selectLanes, columns)
        return ["voip", "standard"].map { lane in
            found.first { $0["lane"]?.string == lane }
                ?? JSONObject([
                    ("lane", .string(lane)), ("queued", 0), ("sending", 0), ("waiting", 0), ("oldest_seconds", nil),
                ])
        }
    }

    /// The daemons, with the seconds since each was last heard of (`heartbeat_seconds`).
    package func workers() async throws -> [JSONObject] {
        let columns = ["id", "host", "pid", "version", "state", "wake_address", "started_at", "heartbeat_at", "stats"]
        let sql = """
            SELECT \(columns.joined(separator: ", ")), TIMESTAMPDIFF(SECOND, heartbeat_at, UTC_TIMESTAMP(3))
            FROM \(tables.quoted(.workers)) ORDER BY started_at, id
            """
        return try await rows(sql, columns + ["heartbeat_seconds"])
    }

    /// Deliveries that wait for somebody to `queue retry` them.
    package func deadLetters() async throws -> Int {
        let sql = "SELECT COUNT(*) FROM \(tables.quoted(.deliveries)) WHERE status = 'exhausted'"
        return try await database.run { connection in try connection.query(sql).first?.int(0) ?? 0 }
    }

    private func rows(_ sql: String, _ columns: [String]) async throws -> [JSONObject] {
        try await database.run { connection in try connection.query(sql).map { JSONRow.object($0, columns) } }
    }
}
