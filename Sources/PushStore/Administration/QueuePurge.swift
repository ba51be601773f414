package import MariaDB
package import WordPress

/// Removes actions with their deliveries, by primary key, in batches so small that no daemon waits for them.
package struct QueuePurge: Sendable {
    private let database: Database
    private let tables: TableNames
    private static let page = 500
    // An action to everybody has a delivery for each device.
    private static let deliveriesAtOnce = 1000

    /// Works through `database`.
    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    /// How many actions `selection` names just now.
    package func count(_ selection: PurgeSelection) async throws -> Int {
        let (condition, values) = selection.condition
        let sql = "SELECT COUNT(*) FROM \(tables.quoted(.actions)) WHERE \(condition)"
        return try await database.run { try $0.query(sql, values).first?.int(0) ?? 0 }
    }

    /// Removes them.
    /// - Parameter progress: told how many actions are gone so far.
    /// - Returns: how many actions, and how many deliveries.
    package func run(
        _ selection: PurgeSelection, progress: (Int) -> Void
    ) async throws -> (actions: Int, deliveries: Int) {
        var (actions, deliveries, last) = (0, 0, UInt64(0))
        while true {
            let page = try await nextPage(selection, behind: last)
            guard let end = page.last else { return (actions, deliveries) }
            last = end
            let removed = try await remove(page, selection)
            actions += removed.count
            deliveries += try await removeDeliveries(of: removed)
            progress(actions)
        }
    }

    private func nextPage(_ selection: PurgeSelection, behind last: UInt64) async throws -> [UInt64] {
        let (condition, values) = selection.condition
        let sql = """
            SELECT id FROM \(tables.quoted(.actions)) FORCE INDEX (PRIMARY) WHERE id > ? AND \(condition)
            ORDER BY id LIMIT \(Self.page)
            """
        return try await database.run { try $0.query(sql, [.unsigned(last)] + values).map { try $0.uint64(0) } }
    }

    // Looked at again under the row's lock: one that somebody has sent on its way anew since must keep its deliveries, or
    // every device would get it twice.
    private func remove(_ ids: [UInt64], _ selection: PurgeSelection) async throws -> [UInt64] {
        let (condition, values) = selection.condition
        let table = tables.quoted(.actions)
        return try await database.run { connection in
            try connection.transaction {
                let wanted = InList(ids: ids)
                let rows = try connection.query(
                    "SELECT id FROM \(table) WHERE id IN (\(wanted.marks)) AND \(condition) FOR UPDATE",
                    wanted.values + values)
                let found = try rows.map { try $0.uint64(0) }
                guard !found.isEmpty else { return [] }
                let list = InList(ids: found)
                _ = try connection.execute("DELETE FROM \(table) WHERE id IN (\(list.marks))", list.values)
                return found
            }
        }
    }

    private func removeDeliveries(of actions: [UInt64]) async throws -> Int {
        guard !actions.isEmpty else { return 0 }
        let list = InList(ids: actions)
        let sql = """
            DELETE FROM \(tables.quoted(.deliveries)) WHERE action_id IN (\(list.marks))
            LIMIT \(Self.deliveriesAtOnce)
            """
        var (removed, count) = (0, 0)
        repeat {
            count = try await database.run { try $0.execute(sql, list.values).affectedRows }
            removed += count
        } while count == Self.deliveriesAtOnce
        return removed
    }
}
