import JSONText
import MariaDB
import PushCore
import WordPress

/// Writes what became of claimed actions, fenced by their leases: deliveries first, then the actions, in one transaction.
struct OutcomeRecord {
    let connection: Connection
    let tables: TableNames

    // Two processes that write overlapping rows in one order cannot block each other.
    func record(_ outcomes: [ActionOutcome]) throws -> Set<UInt64> {
        let outcomes = outcomes.sorted { $0.actionID < $1.actionID }
        return try connection.transaction {
            let (mine, fenced) = try sort(outcomes)
            try write(deliveriesOf: mine.filter { !$0.outcome.deliveries.isEmpty }.map(\.outcome))
            let whole = mine.filter { $0.outcome.walk == nil }
            try write(actions: whole.filter { !$0.isCancelled }.map(\.outcome))
            for cancelled in whole where cancelled.isCancelled { try write(cancelled: cancelled.outcome) }
            for part in mine {
                guard let walk = part.outcome.walk else { continue }
                try AudienceRecord(connection: connection, tables: tables)
                    .write(part.outcome, walk, isCancelled: part.isCancelled)
            }
            return fenced
        }
    }

    /// Writes only the deliveries, and ends the leases: the next claim goes on from there. What is cancelled meanwhile is
    /// never claimed again, and comes to its end here.
    /// - Returns: how many deliveries were written.
    func recordDeliveries(_ outcomes: [ActionOutcome]) throws -> Int {
        let outcomes = outcomes.sorted { $0.actionID < $1.actionID }
        return try connection.transaction {
            let held = try sort(outcomes).mine
            let mine = held.map(\.outcome)
            guard !mine.isEmpty else { return 0 }
            try write(deliveriesOf: mine)
            for cancelled in held where cancelled.isCancelled {
                try StoredDeliveries(connection: connection, tables: tables).settleCancelled(cancelled.outcome.actionID)
            }
            let list = InList(ids: mine.map(\.actionID))
            _ = try connection.execute(
                """
                UPDATE \(tables.quoted(.actions)) SET lease_until = UTC_TIMESTAMP(3)
                WHERE id IN (\(list.marks)) AND state = 'sending'
                """, list.values)
            return mine.reduce(0) { $0 + $1.deliveries.count }
        }
    }

    private struct Held {
        let outcome: ActionOutcome
        let isCancelled: Bool
    }

    // Which outcomes may be written. One that was written already (its commit's answer got lost) is neither.
    private func sort(_ outcomes: [ActionOutcome]) throws -> (mine: [Held], fenced: Set<UInt64>) {
        let list = InList(ids: outcomes.map(\.actionID))
        let rows = try connection.query(
            """
            SELECT id, owner, lease_seq, state FROM \(tables.quoted(.actions))
            WHERE id IN (\(list.marks)) FOR UPDATE
            """, list.values)
        let current = try Dictionary(rows.map { (try $0.uint64(0), $0) }) { first, _ in first }
        var mine: [Held] = []
        var fenced = Set<UInt64>()
        for outcome in outcomes {
            guard let row = current[outcome.actionID], try row.uint64(2) == UInt64(outcome.lease.sequence) else {
                fenced.insert(outcome.actionID)
                continue
            }
            guard try row.optionalUInt64(1) == outcome.lease.owner else { continue }
            switch try row.string(3) {
            case "sending": mine.append(Held(outcome: outcome, isCancelled: false))
            case "cancelled": mine.append(Held(outcome: outcome, isCancelled: true))
            default: continue
            }
        }
        return (mine, fenced)
    }

    private func write(deliveriesOf outcomes: [ActionOutcome]) throws {
        let rows = outcomes.flatMap { outcome in outcome.deliveries.map { (outcome.actionID, $0) } }
        // Few lengths of statement, so that few are prepared.
        var start = 0
        while start < rows.count {
            let length = [512, 256, 128, 64, 32, 16, 8, 4, 2, 1].first { $0 <= rows.count - start } ?? 1
            try insert(rows[start..<start + length])
            start += length
        }
    }

    private func insert(_ rows: ArraySlice<(UInt64, ActionOutcome.Delivery)>) throws {
        let row = "(?,?,?,?,?,?,?,?,?,?,?,?,UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND)"
        let columns = [
            "environment", "status", "reason", "http_status", "apns_id", "apns_unique_id", "error_class", "attempts",
            "next_attempt_at",
        ]
        var values: [SQLValue] = []
        values.reserveCapacity(rows.count * 13)
        for (id, delivery) in rows {
            let result = delivery.result
            values.append(.unsigned(id))
            values.append(SQLValue(result.recipient.userID))
            values.append(.text(result.recipient.column))
            values.append(.text(delivery.channel.rawValue))
            values.append(SQLValue(result.environment?.rawValue))
            values.append(.text(result.status.rawValue))
            values.append(SQLValue(result.reason.map(ReasonText.fit)))
            values.append(SQLValue(result.httpStatus))
            values.append(SQLValue(result.apnsID))
            values.append(SQLValue(result.apnsUniqueID))
            values.append(SQLValue(result.errorClass?.rawValue))
            values.append(.integer(Int64(min(delivery.attempts, 1_000_000))))
            values.append(delivery.nextAttemptIn.map { .integer($0 * 1000) } ?? .null)
        }
        _ = try connection.execute(
            """
            INSERT INTO \(tables.quoted(.deliveries))
                (action_id, user_id, token, channel, \(columns.joined(separator: ", ")))
            VALUES \(repeatElement(row, count: rows.count).joined(separator: ","))
            ON DUPLICATE KEY UPDATE \(columns.map { "\($0) = VALUES(\($0))" }.joined(separator: ", ")),
                updated_at = UTC_TIMESTAMP(3)
            """, values)
    }

    private func write(actions outcomes: [ActionOutcome]) throws {
        for (ending, group) in Dictionary(grouping: outcomes, by: ActionEnding.init) {
            let list = InList(ids: group.map(\.actionID))
            let release =
                if case .waiting = ending.state {
                    "owner = NULL, lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND"
                } else {
                    "lease_until = NULL"
                }
            _ = try connection.execute(
                """
                UPDATE \(tables.quoted(.actions)) SET \(release), state = ?, reason = ?, delivered = ?, failed = ?,
                    pruned = ?, warnings = ?
                WHERE id IN (\(list.marks))
                """, ending.wait + [.text(ending.state.column)] + ending.values + list.values)
        }
    }

    private func write(cancelled outcome: ActionOutcome) throws {
        _ = try connection.execute(
            """
            UPDATE \(tables.quoted(.actions)) SET owner = NULL, lease_until = NULL, reason = ?, delivered = ?,
                failed = ?, pruned = ?, warnings = ?
            WHERE id = ?
            """, ActionEnding(outcome).values + [.unsigned(outcome.actionID)])
        // The try that it would wait for never comes.
        guard case .waiting = outcome.state else { return }
        try StoredDeliveries(connection: connection, tables: tables).settleCancelled(outcome.actionID)
    }
}

/// What many actions of a batch have in common: they are written by one statement.
private struct ActionEnding: Hashable {
    let state: ActionOutcome.State
    let reason: String?
    let delivered: Int
    let failed: Int
    let pruned: Int
    let warnings: [String]

    init(_ outcome: ActionOutcome) {
        state = outcome.state
        reason = outcome.reason
        delivered = outcome.delivered
        failed = outcome.failed
        pruned = outcome.pruned
        warnings = outcome.warnings
    }

    var wait: [SQLValue] {
        if case .waiting(let milliseconds) = state { [.integer(milliseconds * 1000)] } else { [] }
    }

    var values: [SQLValue] {
        [
            SQLValue(reason.map(ReasonText.fit)), .integer(Int64(delivered)), .integer(Int64(failed)),
            .integer(Int64(pruned)),
            warnings.isEmpty ? .null : .text(JSONWriter.text(.array(warnings.map(JSONValue.string)))),
        ]
    }
}
