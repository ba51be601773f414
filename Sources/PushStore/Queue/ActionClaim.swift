import MariaDB
import PushCore
import ServiceRuntime
import WordPress

/// Takes due actions: queued ones, retries whose time has come, and those whose holder's lease ran out.
struct ActionClaim {
    let connection: Connection
    let tables: TableNames
    /// The `id` of the daemon that claims.
    let worker: UInt64

    /// - Parameters:
    ///   - lease: milliseconds.
    ///   - rows: which rows rest, or do not.
    func claim(lane: Lane, limit: Int, lease: Int64, rows: PausedRows) throws -> [ClaimedAction] {
        let claimedAt = MonotonicTime.now
        let candidates = try candidates(lane: lane, limit: limit, rows)
        guard !candidates.isEmpty else { return [] }
        let owner = ClaimOwner.make(worker: worker)
        let list = InList(ids: candidates.keys)
        let taken = try connection.execute(
            """
            UPDATE \(tables.quoted(.actions)) SET state = 'sending', owner = ?, lease_seq = lease_seq MOD 4294967295 + 1,
                attempts = LEAST(attempts, 1000000) + 1, lease_until = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, reserve = NULL
            WHERE id IN (\(list.marks))
                AND (state = 'queued' OR (state = 'sending' AND due_at <= UTC_TIMESTAMP(3)))
            """, [.unsigned(owner), .integer(lease * 1000)] + list.values
        ).affectedRows
        guard taken > 0 else { return [] }
        let rows = try connection.query(
            "\(columns) FROM \(tables.quoted(.actions)) WHERE id IN (\(list.marks)) AND owner = ?",
            list.values + [.unsigned(owner)])
        let again = try rows.filter { try $0.int(4) > 1 }
        let earlier = try earlier(
            ofWhole: again.filter { try !Self.isFannedOut($0) }.map { try $0.uint64(0) },
            ofAudiences: again.filter(Self.isFannedOut).map { try $0.uint64(0) })
        return try rows.map { row in
            let id = try row.uint64(0)
            return try action(
                row, owner: owner, claimedAt: claimedAt, wasAbandoned: candidates[id] ?? false,
                earlier: earlier[id] ?? [])
        }
    }

    // Lists of recipients may be long, and each of a claim's actions may bring one.
    private static let mostAudienceBytes = 4 * Audience.largest
    // No channel's name makes an audience so long.
    private static let longestBroadcast = 4096

    // Whether it is served part by part. A broadcast is not: it has one delivery.
    private static func isFannedOut(_ row: Row) throws -> Bool {
        guard !row.isNull(9) else { return false }
        if try row.int(9) <= longestBroadcast, let text = row.bytes(8), case .channel? = (try? Audience(text))?.members
        {
            return false
        }
        return true
    }

    // The ids that look due, and whether a vanished holder had each.
    private func candidates(lane: Lane, limit: Int, _ paused: PausedRows) throws -> [UInt64: Bool] {
        let table = tables.quoted(.actions)
        let due = { (state: String) in
            """
            (SELECT id, owner IS NOT NULL, COALESCE(LENGTH(audience), 0) FROM \(table) FORCE INDEX (claim)
            WHERE lane = ? AND state = '\(state)' AND due_at <= UTC_TIMESTAMP(3)\(paused.condition) ORDER BY due_at, id LIMIT ?)
            """
        }
        let values: [SQLValue] = [.integer(lane.number)] + paused.values + [.integer(Int64(limit))]
        let rows = try connection.query("\(due("sending")) UNION ALL \(due("queued"))", values + values)
        var found: [UInt64: Bool] = [:]
        var bytes = 0
        for row in rows.prefix(limit) {
            bytes += min(try row.int(2), Audience.largest)
            if bytes > Self.mostAudienceBytes { break }
            found[try row.uint64(0)] = try row.int(1) != 0
        }
        return found
    }

    private var columns: String {
        """
        SELECT id, type, app, lease_seq, attempts, user_id,
            IF(LENGTH(message) <= \(MessageDecoder.largest), message, NULL), LENGTH(message),
            IF(LENGTH(audience) <= \(Audience.largest), CAST(audience AS BINARY), NULL), LENGTH(audience),
            \(Self.milliseconds("created_at")), \(Self.milliseconds("send_at")), \(Self.milliseconds("expires_at")),
            \(Self.milliseconds("UTC_TIMESTAMP(3)")), send_at IS NOT NULL, expires_at IS NOT NULL,
            walk_cursor, walk_done
        """
    }

    // NULL also for what is no point in time, such as 0000-00-00, which a lax session can store.
    private static func milliseconds(_ column: String) -> String {
        "TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00', \(column)) DIV 1000"
    }

    private func action(
        _ row: Row, owner: UInt64, claimedAt: MonotonicTime, wasAbandoned: Bool, earlier: [ClaimedAction.Earlier]
    ) throws -> ClaimedAction {
        let now = try row.int64(13)
        let createdAt = try row.optionalInt64(10) ?? now
        let sendAt = try row.optionalInt64(11)
        let expiresAt = try row.optionalInt64(12)
        let content: ClaimedAction.Content =
            if try row.int(14) != 0, (sendAt ?? -1) < 0 {
                .unreadable(reason: "InvalidMessage: send_at")
            } else if try row.int(15) != 0, (expiresAt ?? -1) < 0 {
                .unreadable(reason: "InvalidMessage: expires_at")
            } else if let length = try row.optionalInt(9), length > Audience.largest {
                .unreadable(reason: Audience.tooLarge(length).reason)
            } else if let message = row.bytes(6) {
                MessageDecoder.decode(message)
            } else {
                MessageDecoder.tooLarge(try row.optionalInt(7) ?? 0)
            }
        return ClaimedAction(
            id: try row.uint64(0), lease: Lease(owner: owner, sequence: UInt32(clamping: try row.int(3))),
            type: try row.string(1), app: try row.string(2), userID: try row.optionalUInt64(5),
            audience: row.isNull(9) ? nil : row.bytes(8) ?? [], content: content,
            lifeStart: max(createdAt, sendAt ?? createdAt), expiresAt: expiresAt, databaseNow: now,
            claimedAt: claimedAt, earlierClaims: try row.int(4) - 1, wasAbandoned: wasAbandoned, earlier: earlier,
            walk: AudienceWalk(cursor: try row.uint64(16), isDone: try row.int(17) != 0))
    }

    // Of an audience only what is due is read, and so much at once: the rest of its rows may be many.
    private func earlier(ofWhole whole: [UInt64], ofAudiences audiences: [UInt64]) throws
        -> [UInt64: [ClaimedAction.Earlier]]
    {
        let columns = """
            SELECT action_id, token, status, reason, error_class, attempts,
                TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), next_attempt_at) DIV 1000, user_id
            FROM \(tables.quoted(.deliveries))
            """
        var rows: [Row] = []
        if !whole.isEmpty {
            let list = InList(ids: whole)
            rows += try connection.query(
                "\(columns) WHERE action_id IN (\(list.marks)) ORDER BY id", list.values)
        }
        for id in audiences {
            rows += try connection.query(
                """
                \(columns) WHERE action_id = ? AND status = 'retry' AND next_attempt_at <= UTC_TIMESTAMP(3)
                ORDER BY id LIMIT \(AudienceStep.size)
                """, [.unsigned(id)])
        }
        var found: [UInt64: [ClaimedAction.Earlier]] = [:]
        for row in rows {
            // A status from a newer version is final for us: what it means we cannot know.
            let status = DeliveryStatus(rawValue: try row.string(2)) ?? .unknown
            found[try row.uint64(0), default: []].append(
                ClaimedAction.Earlier(
                    token: try row.string(1), userID: try row.optionalUInt64(7), status: status,
                    reason: try row.optionalString(3),
                    errorClass: try row.optionalString(4).flatMap(ErrorClass.init(rawValue:)),
                    attempts: try row.int(5), dueIn: try row.optionalInt64(6)))
        }
        return found
    }
}
