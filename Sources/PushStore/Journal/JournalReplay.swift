package import MariaDB
package import PushCore
import ServiceRuntime
package import WordPress

/// Writes the deliveries that a vanished daemon had not committed. The actions stay as they are, their leases ended: the
/// next claim finds what was sent and does not send it again.
package struct JournalReplay: Sendable {
    private let database: Database
    private let tables: TableNames
    private let tokens: any PushTokenRepository

    package init(database: Database, tables: TableNames, tokens: any PushTokenRepository) {
        self.database = database
        self.tables = tables
        self.tokens = tokens
    }

    private struct Held {
        let lease: Lease
        let target: Target
        let app: String
        let type: ActionType
    }

    private enum Target {
        case user(UInt64)
        case audience(Audience, AudienceWalk)
    }

    /// - Parameter prune: is given what becomes of actions before it is written, for the dead tokens in it.
    /// - Returns: how many deliveries were written. Those of actions that another daemon holds by now, and of tokens that
    ///   the user has no more, are left out.
    package func replay(
        _ records: [JournalRecord], prune: ([ActionOutcome]) async throws -> Void
    ) async throws -> Int {
        var written = 0
        let byAction = Dictionary(grouping: records, by: \.actionID).sorted { $0.key < $1.key }
        for start in stride(from: 0, to: byAction.count, by: 200) {
            let part = byAction[start..<min(start + 200, byAction.count)]
            written += try await replay(Dictionary(uniqueKeysWithValues: part.map { ($0.key, $0.value) }), prune)
        }
        return written
    }

    private func replay(
        _ records: [UInt64: [JournalRecord]], _ prune: ([ActionOutcome]) async throws -> Void
    ) async throws -> Int {
        let held = try await held(records)
        var routes: [TokenRoute: [UInt64: Held]] = [:]
        for (id, action) in held {
            for kind in action.type.tokenKinds {
                routes[TokenRoute(app: action.app, kind: kind), default: [:]][id] = action
            }
        }
        var recipients: [UInt64: [String: Recipient]] = [:]
        for (route, actions) in routes {
            let users = actions.values.compactMap { if case .user(let user) = $0.target { user } else { nil } }
            let found = try await tokens.recipients(of: Array(Set(users)), app: route.app, kind: route.kind)
            for (id, action) in actions {
                for recipient in try await self.recipients(of: id, action, route, found) {
                    recipients[id, default: [:]][JournalRecord.hash(recipient.column)] = recipient
                }
            }
        }
        let outcomes = held.compactMap { id, action in
            // Of two records of one token the later holds. Those of an earlier lease are committed already.
            let mine = (records[id] ?? []).filter { $0.lease == action.lease }
            let latest = Dictionary(mine.map { ($0.tokenHash, $0) }) { _, last in last }
            let known = latest.values.compactMap { record in
                recipients[id]?[record.tokenHash].map { Known(record: record, recipient: $0) }
            }
            return known.isEmpty ? nil : outcome(id, action, known)
        }
        guard !outcomes.isEmpty else { return 0 }
        try await prune(outcomes)
        return try await database.run { connection in
            try OutcomeRecord(connection: connection, tables: tables).recordDeliveries(outcomes)
        }
    }

    // Of an audience, the part that the vanished daemon was at: the same cursor gives the same part.
    private func recipients(
        of id: UInt64, _ action: Held, _ route: TokenRoute, _ found: [UInt64: [Recipient]]
    ) async throws -> [Recipient] {
        switch action.target {
        case .user(let user): return found[user] ?? []
        case .audience(let audience, let walk):
            return try await tokens.step(
                through: audience, behind: walk, action: id, app: route.app, kind: route.kind,
                limit: AudienceStep.size
            ).recipients
        }
    }

    // The actions that still stand as their vanished holder left them.
    private func held(_ records: [UInt64: [JournalRecord]]) async throws -> [UInt64: Held] {
        let list = InList(ids: records.keys)
        return try await database.run { connection in
            let rows = try connection.query(
                """
                SELECT id, owner, lease_seq, user_id, app, type, CAST(audience AS BINARY), walk_cursor, walk_done
                FROM \(tables.quoted(.actions))
                WHERE id IN (\(list.marks)) AND owner IS NOT NULL
                """, list.values)
            var held: [UInt64: Held] = [:]
            for row in rows {
                let id = try row.uint64(0)
                let lease = Lease(owner: try row.uint64(1), sequence: UInt32(clamping: try row.int(2)))
                guard let type = ActionType(try row.string(5)),
                    records[id]?.contains(where: { $0.lease == lease }) == true
                else { continue }
                let walk = AudienceWalk(cursor: try row.uint64(7), isDone: try row.int(8) != 0)
                if let user = try row.optionalUInt64(3) {
                    held[id] = Held(lease: lease, target: .user(user), app: try row.string(4), type: type)
                } else if let audience = try? Audience(row.bytes(6) ?? []) {
                    held[id] = Held(
                        lease: lease, target: .audience(audience, walk), app: try row.string(4), type: type)
                }
            }
            return held
        }
    }

    private func outcome(_ id: UInt64, _ action: Held, _ known: [Known]) -> ActionOutcome {
        ActionOutcome(
            actionID: id, app: action.app, lease: action.lease, state: .waiting(milliseconds: 0), reason: nil,
            delivered: 0,
            failed: 0, pruned: 0, warnings: [],
            deliveries: known.map { $0.delivery(channel: action.type.channel) })
    }
}

private struct TokenRoute: Hashable {
    let app: String
    let kind: TokenKind
}

/// A record and the recipient that it turned out to be of.
private struct Known {
    let record: JournalRecord
    let recipient: Recipient

    func delivery(channel: PushChannel) -> ActionOutcome.Delivery {
        var result = TokenResult(
            recipient: recipient, status: record.status, reason: record.reason, errorClass: record.errorClass)
        result.environment = record.environment
        result.httpStatus = record.httpStatus
        result.apnsID = record.apnsID
        result.apnsUniqueID = record.apnsUniqueID
        result.death = record.death
        return ActionOutcome.Delivery(
            result: result, channel: channel, attempts: record.attempts,
            nextAttemptIn: record.nextAttemptAt.map { max($0 - WallClock.milliseconds, 0) })
    }
}
