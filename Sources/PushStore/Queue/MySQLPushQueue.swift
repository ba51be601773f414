package import MariaDB
package import PushCore
package import WordPress

/// The queue in MariaDB or MySQL. A claim is a look without locks, then an UPDATE whose guard decides; it never depends
/// on what a SELECT had locked.
package struct MySQLPushQueue: PushQueue {
    let database: Database
    let tables: TableNames
    private let worker: UInt64

    /// Works on the session `database`; each lane has its own.
    /// - Parameter worker: the `id` of the daemon's row in the workers table: `explain` tells by it who holds an action.
    package init(database: Database, tables: TableNames, worker: UInt64 = .random(in: 1...UInt64(Int64.max))) {
        self.database = database
        self.tables = tables
        self.worker = worker
    }

    package func claim(
        lane: Lane, limit: Int, lease: Int64, except pause: QueuePause = QueuePause()
    ) async throws -> [ClaimedAction] {
        guard let rows = PausedRows(except: pause, lane: lane) else { return [] }
        return try await claim(lane, limit, lease, rows)
    }

    package func claimPaused(
        lane: Lane, limit: Int, lease: Int64, _ pause: QueuePause
    ) async throws -> [ClaimedAction] {
        guard let rows = PausedRows(only: pause, lane: lane) else { return [] }
        return try await claim(lane, limit, lease, rows)
    }

    private func claim(_ lane: Lane, _ limit: Int, _ lease: Int64, _ rows: PausedRows) async throws -> [ClaimedAction] {
        try await database.run { connection in
            try ActionClaim(connection: connection, tables: tables, worker: worker)
                .claim(lane: lane, limit: limit, lease: lease, rows: rows)
        }
    }

    package func record(_ outcomes: [ActionOutcome]) async throws -> Set<UInt64> {
        guard !outcomes.isEmpty else { return [] }
        return try await database.run { connection in
            try OutcomeRecord(connection: connection, tables: tables).record(outcomes)
        }
    }

    package func extend(_ leases: [UInt64: Lease], lease: Int64) async throws -> Set<UInt64> {
        try await database.run { connection in
            var lost = Set<UInt64>()
            for (owner, held) in Dictionary(grouping: leases, by: \.value.owner) {
                let ids = held.map(\.key)
                let list = InList(ids: ids)
                let kept = try connection.execute(
                    """
                    UPDATE \(tables.quoted(.actions)) SET lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND
                    WHERE id IN (\(list.marks)) AND state = 'sending' AND owner = ?
                    """, [.integer(lease * 1000)] + list.values + [.unsigned(owner)]
                ).affectedRows
                if kept < ids.count { lost.formUnion(try missing(ids, owner: owner, connection)) }
            }
            return lost
        }
    }

    private func missing(_ ids: [UInt64], owner: UInt64, _ connection: Connection) throws -> Set<UInt64> {
        let list = InList(ids: ids)
        let rows = try connection.query(
            "SELECT id FROM \(tables.quoted(.actions)) WHERE id IN (\(list.marks)) AND state = 'sending' AND owner = ?",
            list.values + [.unsigned(owner)])
        return Set(ids).subtracting(try rows.map { try $0.uint64(0) })
    }

    package func giveBack(_ actions: [ClaimedAction]) async throws {
        // An abandoned row keeps its old sign: the next holder must know that it may have been sent.
        let sql = """
            UPDATE \(tables.quoted(.actions)) SET
                state = IF(? OR attempts > 1, 'sending', 'queued'),
                lease_until = IF(? OR attempts > 1, UTC_TIMESTAMP(3), NULL),
                owner = IF(?, owner, NULL),
                attempts = attempts - 1
            WHERE id = ? AND state = 'sending' AND owner = ? AND lease_seq = ?
            """
        try await database.run { connection in
            try connection.transaction {
                for action in actions.sorted(by: { $0.id < $1.id }) {
                    let abandoned = SQLValue.integer(action.wasAbandoned ? 1 : 0)
                    _ = try connection.execute(
                        sql,
                        [
                            abandoned, abandoned, abandoned, .unsigned(action.id), .unsigned(action.lease.owner),
                            .unsigned(UInt64(action.lease.sequence)),
                        ])
                }
            }
        }
    }
}
