import MariaDB
import PushCore
import WordPress

/// What an action has come to by the deliveries that are written.
struct StoredDeliveries {
    let connection: Connection
    let tables: TableNames

    /// Ends what waits for another try.
    func giveUpRetries(_ id: UInt64) throws {
        _ = try connection.execute(
            """
            UPDATE \(tables.quoted(.deliveries))
            SET status = 'exhausted', next_attempt_at = NULL, updated_at = UTC_TIMESTAMP(3)
            WHERE action_id = ? AND status = 'retry'
            """, [.unsigned(id)])
    }

    /// Counts them.
    func tally(_ id: UInt64) throws -> DeliveryTally {
        var tally = DeliveryTally()
        try connection.forEachRow(
            """
            SELECT status, reason, COUNT(*) FROM \(tables.quoted(.deliveries)) WHERE action_id = ?
            GROUP BY status, reason
            """, [.unsigned(id)]
        ) { row in
            let status = DeliveryStatus(rawValue: try row.string(0)) ?? .unknown
            let reason = try row.optionalString(1)
            tally.count(
                status, reason, timeOver: reason == "Expired",
                times: try row.int(2))
        }
        return tally
    }

    /// Ends a cancelled action that nobody will report on any more.
    func settleCancelled(_ id: UInt64) throws {
        try giveUpRetries(id)
        let tally = try tally(id)
        _ = try connection.execute(
            """
            UPDATE \(tables.quoted(.actions)) SET owner = NULL, lease_until = NULL, reason = ?, delivered = ?, failed = ?,
                pruned = ?
            WHERE id = ? AND state = 'cancelled'
            """,
            [
                SQLValue(tally.reason.map(ReasonText.fit)), .integer(Int64(tally.delivered)),
                .integer(Int64(tally.failed)), .integer(Int64(tally.pruned)), .unsigned(id),
            ])
    }
}
