package import MariaDB
package import PushCore
package import WordPress

/// Takes dead tokens out of usermeta by compare-and-swap, so that nothing that the site writes meanwhile is lost, and notes
/// each in the table of prunes, in the same transaction.
package struct MySQLTokenPruner: TokenPruner {
    let database: Database
    let tables: TableNames
    let settings: @Sendable () -> TokenSettings
    private let observer: @Sendable (PruneSummary) -> Void

    /// - Parameters:
    ///   - settings: asked at each call, so that a changed configuration takes effect.
    ///   - observer: told what became of each call's verdicts, for the log.
    package init(
        database: Database, tables: TableNames, settings: @escaping @Sendable () -> TokenSettings,
        observer: @escaping @Sendable (PruneSummary) -> Void = { _ in }
    ) {
        self.database = database
        self.tables = tables
        self.settings = settings
        self.observer = observer
    }

    package func prune(_ verdicts: [PruneVerdict], mode: PruningMode) async throws {
        observer(try await apply(verdicts, mode: mode))
    }

    /// Does what `prune` does and tells what became of it. Repeating a call changes nothing more.
    package func apply(_ verdicts: [PruneVerdict], mode: PruningMode) async throws -> PruneSummary {
        var summary = PruneSummary()
        let (late, due) = verdicts.reduce(into: ([PruneVerdict](), [PruneVerdict]())) { sorted, verdict in
            if verdict.isOlderThanRegistration { sorted.0.append(verdict) } else { sorted.1.append(verdict) }
        }
        summary.registeredLater = late.count
        for group in PruneGroup.groups(of: due) {
            for (verdict, token) in group.untouchable {
                try await note(verdict, token, of: group, as: .reported, in: &summary)
            }
            switch mode {
            case .direct: try await remove(group, in: &summary)
            case .plugin, .report:
                for step in group.steps {
                    try await note(
                        step.verdict, step.token, of: group, as: mode == .plugin ? .verdict : .reported, in: &summary)
                }
            }
        }
        return summary
    }

    package func learn(_ environments: [DeviceToken: PushEnvironment]) async throws {
        // In order, so that two daemons do not wait for each other.
        let learned = environments.sorted { $0.key.hex < $1.key.hex }
        for start in stride(from: 0, to: learned.count, by: Self.learnedAtOnce) {
            let part = learned[start..<min(start + Self.learnedAtOnce, learned.count)]
            let rows = [String](repeating: "(?, ?)", count: part.count).joined(separator: ", ")
            let sql = """
                INSERT INTO \(tables.quoted(.tokenEnvironments)) (token, environment) VALUES \(rows)
                ON DUPLICATE KEY UPDATE environment = VALUES(environment), updated_at = UTC_TIMESTAMP(3)
                """
            let values = part.flatMap { [SQLValue.text($0.key.hex), .text($0.value.rawValue)] }
            try await database.run { _ = try $0.execute(sql, values) }
        }
    }

    private static let learnedAtOnce = 256

    private func remove(_ group: PruneGroup, in summary: inout PruneSummary) async throws {
        guard !group.steps.isEmpty else { return }
        var swap = try await attempt(group)
        // A neighbour's lock is short; a slow request of the site's is not waited for.
        for pause in [20, 40] where swap == .locked {
            try await Task.sleep(for: .milliseconds(pause))
            swap = try await attempt(group)
        }
        switch swap {
        case .done: summary.removed += group.steps.count
        case .changed: summary.changed += group.steps.count
        case .locked:
            // The next push to the token tries again; until then the verdict is to be seen.
            for step in group.steps { try await note(step.verdict, step.token, of: group, as: .reported, in: &summary) }
        }
    }

    private enum Swap { case done, changed, locked }

    private func attempt(_ group: PruneGroup) async throws -> Swap {
        try await database.run { connection in
            try connection.transaction {
                let swap = try swap(group, on: connection)
                guard swap == .done else { return swap }
                for step in group.steps {
                    let record = PruneRecord(
                        verdict: step.verdict, token: step.token, userID: group.source.userID, source: group.source,
                        state: .removed, before: step.before, after: step.after)
                    try record.insert(into: tables, on: connection)
                }
                return swap
            }
        }
    }

    /// Replaces the value, or deletes the row, if it still is what was read and nobody is at it.
    private func swap(_ group: PruneGroup, on connection: Connection) throws -> Swap {
        let userMeta = tables.quoted(.userMeta)
        guard try UserMetaLock.take(row: group.source.metaID, tables: tables, on: connection) else { return .locked }
        let condition = "WHERE umeta_id = ? AND CAST(meta_value AS BINARY) = ?"
        let found: [SQLValue] = [.unsigned(group.source.metaID), .bytes(group.source.value)]
        let done =
            if let result = group.result {
                try connection.execute("UPDATE \(userMeta) SET meta_value = ? \(condition)", [.bytes(result)] + found)
            } else {
                try connection.execute("DELETE FROM \(userMeta) \(condition)", found)
            }
        return done.affectedRows == 1 ? .done : .changed
    }

    private func note(
        _ verdict: PruneVerdict, _ token: DeviceToken, of group: PruneGroup, as state: PruneRecord.State,
        in summary: inout PruneSummary
    ) async throws {
        let record = PruneRecord(
            verdict: verdict, token: token, userID: group.source.userID, source: group.source, state: state)
        let hours = settings().tombstoneHours
        let isNew = try await database.run { connection in
            if try record.isKnown(hours: hours, tables: tables, on: connection) { return false }
            try record.insert(into: tables, on: connection)
            return true
        }
        switch state {
        case _ where !isNew: summary.repeated += 1
        case .verdict: summary.verdicts += 1
        case .removed, .reported: summary.reported += 1
        }
    }
}

extension PruneVerdict {
    /// Whether the app registered the token after the moment for which Apple calls it dead.
    fileprivate var isOlderThanRegistration: Bool {
        guard let timestamp = death.timestamp, let registeredAt = recipient.registeredAt else { return false }
        return timestamp < registeredAt
    }
}
