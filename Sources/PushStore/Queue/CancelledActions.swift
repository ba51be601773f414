package import MariaDB
package import WordPress

/// Ends cancelled actions that nobody holds: those that waited for another try, or for the next part of their audience.
/// Whoever holds one ends it with its outcome.
package struct CancelledActions: Sendable {
    private let database: Database
    private let tables: TableNames
    // How many are ended in one go.
    private static let most = 500

    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    /// Gives up the tries that were still to come, and counts what became of all devices.
    /// - Returns: how many actions were ended.
    @discardableResult
    package func settle() async throws -> Int {
        let table = tables.quoted(.actions)
        let waiting = "state = 'cancelled' AND owner IS NULL AND lease_until IS NOT NULL"
        // No try waits longer than a day (`RetryAfter`): so of the many that were cancelled while scheduled, few are read.
        let find = """
            SELECT id FROM \(table) FORCE INDEX (claim) WHERE lane IN (0, 1) AND \(waiting)
            AND due_at BETWEEN UTC_TIMESTAMP(3) - INTERVAL 1 DAY AND UTC_TIMESTAMP(3) + INTERVAL 1 DAY
            LIMIT \(Self.most)
            """
        let lock = "SELECT id FROM \(table) WHERE id = ? AND \(waiting) FOR UPDATE"
        return try await database.run { connection in
            var ended = 0
            for row in try connection.query(find) {
                let id = try row.uint64(0)
                try connection.transaction {
                    // `queue retry` may have sent it on its way anew.
                    guard try !connection.query(lock, [.unsigned(id)]).isEmpty else { return }
                    try StoredDeliveries(connection: connection, tables: tables).settleCancelled(id)
                    ended += 1
                }
            }
            return ended
        }
    }
}
