package import MariaDB
package import WordPress

/// Removes what is older than the configuration keeps it: by primary key, oldest first, in batches so small that no other
/// statement waits for them. It stops at the first page of rows that are all young, so a sweep without work costs little.
package struct Retention: Sendable {
    private let database: Database
    private let tables: TableNames
    private static let page = 500
    // Between two batches that removed something; others come first.
    private static let pause = Duration.milliseconds(20)

    /// `database` should be no lane's: a sweep may take minutes.
    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    /// One sweep over all three tables; ends early, without error, when the task is cancelled.
    package func sweep(_ periods: RetentionPeriods) async throws -> RetentionResult {
        var result = RetentionResult()
        if let days = periods.deliveries { result.deliveries = try await sweep(.deliveries, days, Self.oldDeliveries) }
        if let days = periods.actions { result.actions = try await sweep(.actions, days, Self.oldActions) }
        if let days = periods.prunes { result.prunes = try await sweep(.prunes, days, "r.created_at < cutoff.at") }
        return result
    }

    private static let oldActions = """
        r.state NOT IN ('queued', 'sending') AND r.created_at < cutoff.at
            AND (r.send_at IS NULL OR r.send_at < cutoff.at)
        """

    // A delivery keeps its device from being sent to twice as long as the rest of its action may still be sent.
    private static let oldDeliveries = """
        r.updated_at < cutoff.at AND NOT EXISTS (
            SELECT 1 FROM {actions} a
            WHERE a.id = r.action_id AND a.state IN ('queued', 'sending', 'partial'))
        """

    private func sweep(_ table: TableNames.Table, _ days: Int, _ isOld: String) async throws -> Int {
        let condition = isOld.split(separator: "{actions}", omittingEmptySubsequences: false)
            .joined(separator: tables.quoted(.actions))
        let select = """
            SELECT r.id, \(condition), r.created_at >= cutoff.at
            FROM \(tables.quoted(table)) r
                JOIN (SELECT UTC_TIMESTAMP(3) - INTERVAL ? DAY at) cutoff
            WHERE r.id > ? ORDER BY r.id LIMIT \(Self.page)
            """
        var (removed, last, isDone) = (0, UInt64(0), false)
        while !isDone, !Task.isCancelled {
            let values: [SQLValue] = [.integer(Int64(days)), .unsigned(last)]
            let (count, end): (Int, UInt64?) = try await database.run { connection in
                let rows = try connection.query(select, values)
                let old = try rows.filter { try $0.optionalInt(1) == 1 }.map { try $0.uint64(0) }
                let isYoung = try rows.allSatisfy { try $0.optionalInt(2) == 1 }
                let end = isYoung || rows.count < Self.page ? nil : try rows.last?.uint64(0)
                guard !old.isEmpty else { return (0, end) }
                let list = InList(ids: old)
                // Looked at again: an action may have been sent on its way anew since.
                let still = table == .actions ? " AND state NOT IN ('queued', 'sending')" : ""
                let sql = "DELETE FROM \(tables.quoted(table)) WHERE id IN (\(list.marks))\(still)"
                return (try connection.execute(sql, list.values).affectedRows, end)
            }
            removed += count
            last = end ?? last
            isDone = end == nil
            if count > 0, !isDone { try? await Task.sleep(for: Self.pause) }
        }
        return removed
    }
}
