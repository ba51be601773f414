package import JSONText
package import MariaDB
package import WordPress

/// The workers table: which daemons run, where they can be woken, what they have done.
package struct WorkerRegistry: Sendable {
    /// A daemon that has been silent this long is gone; its row is removed.
    package static let longestSilence: Int64 = 600_000

    private let database: Database
    private let tables: TableNames

    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    /// Writes the row of `worker`, or renews its sign of life; sweeps out the rows of those long gone.
    package func heartbeat(_ worker: Worker, state: String, stats: JSONValue) async throws {
        try await database.run { connection in
            _ = try connection.execute(
                """
                INSERT INTO \(tables.quoted(.workers)) (id, host, pid, version, state, wake_address, stats)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE state = VALUES(state), stats = VALUES(stats), heartbeat_at = UTC_TIMESTAMP(3)
                """,
                [
                    .unsigned(worker.id), .text(worker.host), .integer(Int64(worker.pid)), .text(worker.version),
                    .text(state), SQLValue(worker.wakeAddress), .text(JSONWriter.text(stats)),
                ])
            _ = try connection.execute(
                """
                DELETE FROM \(tables.quoted(.workers))
                WHERE heartbeat_at < UTC_TIMESTAMP(3) - INTERVAL \(Self.longestSilence / 1000) SECOND
                """)
        }
    }

    /// Removes the row of `worker`.
    package func remove(_ worker: Worker) async throws {
        try await database.run { connection in
            _ = try connection.execute(
                "DELETE FROM \(tables.quoted(.workers)) WHERE id = ?", [.unsigned(worker.id)])
        }
    }
}
