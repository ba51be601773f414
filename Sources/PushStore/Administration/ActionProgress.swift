package import JSONText
import MariaDB
package import PushCore
import WordPress

/// How far an action has come.
package struct ActionProgress: Sendable {
    /// The column `state`.
    package let state: String
    package let delivered: Int
    package let failed: Int
    /// Deliveries that wait for their next try.
    package let waiting: Int
    /// The share of its audience that was looked through, 0…1.
    package let share: Double

    /// Whether nothing more happens by itself.
    package var isFinal: Bool { state != "queued" && state != "sending" }
}

extension QueueAdministration {
    /// How far the walk of action `id` through `audience` has come; nil when there is no such action.
    package func progress(of id: UInt64, audience: Audience) async throws -> ActionProgress? {
        let sql = """
            SELECT state, delivered, failed, walk_cursor, walk_done,
                (SELECT COUNT(*) FROM \(tables.quoted(.deliveries)) d WHERE d.action_id = a.id AND d.status = 'retry')
            FROM \(tables.quoted(.actions)) a WHERE id = ?
            """
        let end = try await length(of: audience)
        return try await database.run { connection in
            guard let row = try connection.query(sql, [.unsigned(id)]).first else { return nil }
            let done = try row.int(4) != 0 || end == 0
            return ActionProgress(
                state: try row.string(0), delivered: try row.int(1), failed: try row.int(2), waiting: try row.int(5),
                share: done ? 1 : min(Double(try row.uint64(3)) / Double(end), 1))
        }
    }

    /// Where a walk through `audience` ends: lists are walked by place, everything else by the numbers of usermeta's rows.
    package func length(of audience: Audience) async throws -> UInt64 {
        switch audience.members {
        case .users(let users): return UInt64(users.count)
        case .tokens(let tokens): return UInt64(tokens.count)
        case .channel: return 1
        case .all, .role, .meta:
            let sql = "SELECT MAX(umeta_id) FROM \(tables.quoted(.userMeta))"
            return try await database.run { try $0.query(sql).first?.optionalUInt64(0) } ?? 0
        }
    }

    /// How many deliveries of action `id` ended how: `status`, `reason`, `count`, the most first.
    package func results(of id: UInt64) async throws -> [JSONObject] {
        let sql = """
            SELECT status, reason, COUNT(*) FROM \(tables.quoted(.deliveries)) WHERE action_id = ?
            GROUP BY status, reason ORDER BY COUNT(*) DESC, status, reason
            """
        return try await database.run { connection in
            try connection.query(sql, [.unsigned(id)]).map { JSONRow.object($0, ["status", "reason", "count"]) }
        }
    }
}
