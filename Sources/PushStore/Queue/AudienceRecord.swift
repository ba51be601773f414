import JSONText
import MariaDB
import PushCore
import WordPress

/// Writes how far an action has come through its audience, and, when the last part is through, what became of it.
struct AudienceRecord {
    let connection: Connection
    let tables: TableNames

    private var stored: StoredDeliveries { StoredDeliveries(connection: connection, tables: tables) }

    func write(_ outcome: ActionOutcome, _ walk: AudienceWalk, isCancelled: Bool) throws {
        if outcome.state == .expired || isCancelled { try stored.giveUpRetries(outcome.actionID) }
        let wait = try waiting(outcome.actionID)
        let isOver = isCancelled || outcome.state == .expired || (walk.isDone && wait == nil)
        let tally = try isOver ? stored.tally(outcome.actionID) : nil
        let state = state(outcome, tally, isCancelled: isCancelled)
        // While the walk goes on the next part is due at once; after it the next retry is waited for.
        let next: SQLValue = isOver ? .null : .integer(walk.isDone ? max(wait ?? 0, 0) : 0)
        _ = try connection.execute(
            """
            UPDATE \(tables.quoted(.actions)) SET walk_cursor = ?, walk_done = ?, owner = NULL, state = ?, reason = ?,
                lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND,
                delivered = COALESCE(?, delivered + ?), failed = COALESCE(?, failed + ?),
                pruned = COALESCE(?, pruned + ?), warnings = ?
            WHERE id = ?
            """,
            [
                .unsigned(walk.cursor), .integer(walk.isDone ? 1 : 0), .text(state.name),
                SQLValue(state.reason.map(ReasonText.fit)), next,
                SQLValue(tally?.delivered), .integer(Int64(outcome.delivered)), SQLValue(tally?.failed),
                .integer(Int64(outcome.failed)), SQLValue(tally?.pruned), .integer(Int64(outcome.pruned)),
                outcome.warnings.isEmpty
                    ? .null : .text(JSONWriter.text(.array(outcome.warnings.map(JSONValue.string)))),
                .unsigned(outcome.actionID),
            ])
    }

    private func state(
        _ outcome: ActionOutcome, _ tally: DeliveryTally?, isCancelled: Bool
    ) -> (name: String, reason: String?) {
        guard let tally else { return ("sending", outcome.reason) }
        if isCancelled { return ("cancelled", tally.reason) }
        if outcome.state == .expired { return (tally.delivered > 0 ? "partial" : "expired", outcome.reason) }
        if tally.delivered + tally.failed == 0 { return ("failed", "NoDeviceToken") }
        return (tally.state.column, tally.reason)
    }

    // Microseconds until the next retry; nil when there is none.
    private func waiting(_ id: UInt64) throws -> Int64? {
        try connection.query(
            """
            SELECT TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), MIN(next_attempt_at))
            FROM \(tables.quoted(.deliveries)) WHERE action_id = ? AND status = 'retry'
            """, [.unsigned(id)]
        ).first?.optionalInt64(0)
    }
}
