import JSONText
package import MariaDB
package import PushCore
package import WordPress

/// Pauses parts of the queue and lets them go on: the setting `paused`, which every daemon reads every two seconds.
package struct PauseAdministration: Sendable {
    private let database: Database
    private let tables: TableNames

    /// Works through `database`.
    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    /// What rests.
    package func current() async throws -> QueuePause {
        QueuePause(setting: try await Settings(database: database, tables: tables).value(QueuePause.setting))
    }

    /// Lets `target` rest.
    /// - Returns: all that rests now.
    /// - Throws: `PauseRefusal`.
    package func pause(_ target: PauseTarget) async throws -> QueuePause {
        try await change { pause, connection in
            switch target {
            case .everything: pause.isEverything = true
            case .lane(let lane): pause.lanes.insert(lane)
            case .app(let app): pause.apps.insert(app)
            case .action(let id):
                guard let state = try states(of: [id], connection)[id] else { throw PauseRefusal.notFound(id) }
                guard Self.open.contains(state) else { throw PauseRefusal.isFinal(id, state: state) }
                guard pause.actions.count < QueuePause.mostActions else {
                    throw PauseRefusal.tooMany(QueuePause.mostActions)
                }
                pause.actions.insert(id)
            }
        }
    }

    /// Lets `target` go on; `everything` lifts every pause.
    /// - Returns: what still rests.
    /// - Throws: `PauseRefusal.notPaused` when it does not rest by itself.
    package func resume(_ target: PauseTarget) async throws -> QueuePause {
        try await change { pause, _ in
            let isLifted =
                switch target {
                case .everything: true
                case .lane(let lane): pause.lanes.remove(lane) != nil
                case .app(let app): pause.apps.remove(app) != nil
                case .action(let id): pause.actions.remove(id) != nil
                }
            guard isLifted else { throw PauseRefusal.notPaused(target, paused: pause.text) }
            if target == .everything { pause = QueuePause() }
        }
    }

    private static let open: Set = ["queued", "sending"]

    // Under the row's lock: two admins at once both get their way.
    private func change(
        _ body: @Sendable @escaping (inout QueuePause, Connection) throws -> Void
    ) async throws -> QueuePause {
        let table = tables.quoted(.settings)
        let name = SQLValue.text(QueuePause.setting)
        return try await database.run { connection in
            try connection.transaction {
                _ = try connection.execute(
                    "INSERT INTO \(table) (name, value) VALUES (?, '') ON DUPLICATE KEY UPDATE name = name", [name])
                let row = try connection.query(
                    "SELECT CAST(value AS BINARY) FROM \(table) WHERE name = ? FOR UPDATE", [name]
                ).first
                var pause = QueuePause(setting: row?.bytes(0).map { String(decoding: $0, as: UTF8.self) })
                // What came to its end needs no pause any more.
                let states = try states(of: pause.actions, connection)
                pause.actions = pause.actions.filter { states[$0].map(Self.open.contains) ?? false }
                try body(&pause, connection)
                _ = try connection.execute(
                    "UPDATE \(table) SET value = ?, updated_at = UTC_TIMESTAMP(3) WHERE name = ?",
                    [.text(pause.isEmpty ? "" : JSONWriter.text(pause.json)), name])
                return pause
            }
        }
    }

    private func states(of ids: Set<UInt64>, _ connection: Connection) throws -> [UInt64: String] {
        guard !ids.isEmpty else { return [:] }
        let list = InList(ids: ids)
        let rows = try connection.query(
            "SELECT id, state FROM \(tables.quoted(.actions)) WHERE id IN (\(list.marks))", list.values)
        return try Dictionary(rows.map { (try $0.uint64(0), try $0.string(1)) }) { first, _ in first }
    }
}
