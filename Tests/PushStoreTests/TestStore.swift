import MariaDB
import PushCore
import PushStore
import TestSupport
import WordPress

/// A migrated database of one test's own.
struct TestStore {
    let configuration: DatabaseConfiguration
    let tables: TableNames
    let database: Database

    init(migrate: Bool = true, server: TestMariaDB? = nil) async throws {
        configuration = try (server ?? .shared()).makeDatabase()
        tables = try TableNames(prefix: "wp_")
        database = Database(configuration: configuration, name: "test")
        if migrate { _ = try await migrations.run() }
    }

    /// A session of its own on the same database.
    init(sharing other: TestStore) {
        configuration = other.configuration
        tables = other.tables
        database = Database(configuration: configuration, name: "test")
    }

    var migrations: Migrations { Migrations(database: database, tables: tables) }

    /// A queue on a session of its own, as another daemon would have.
    func queue() -> MySQLPushQueue {
        MySQLPushQueue(database: Database(configuration: configuration, name: "queue"), tables: tables)
    }

    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue] = []) async throws -> ExecuteResult {
        try await database.run { try $0.execute(sql, values) }
    }

    func rows(_ sql: String, _ values: [SQLValue] = []) async throws -> [[String?]] {
        try await database.run { connection in
            try connection.query(sql, values).map { row in
                row.values.indices.map { row.bytes($0).map { String(decoding: $0, as: UTF8.self) } }
            }
        }
    }

    /// Enqueues `count` messages for user 42 as the site does.
    func enqueue(_ count: Int, type: String = "standard") async throws {
        let value = "('\(type)', 42, '{\"title\":\"Hi\",\"callkit_payload\":{\"u\":1}}')"
        for start in stride(from: 0, to: count, by: 1000) {
            let values = repeatElement(value, count: min(1000, count - start)).joined(separator: ",")
            try await execute("INSERT INTO wp_pushbridge_actions (type, user_id, message) VALUES \(values)")
        }
    }
}

extension ClaimedAction {
    /// The outcome of an action whose one token was delivered.
    func delivered(to token: DeviceToken = DeviceToken(hex: String(repeating: "ab", count: 32))!) -> ActionOutcome {
        var result = TokenResult(
            recipient: Recipient(userID: 42, address: .apns(token), kind: .standard), status: .delivered)
        result.environment = .production
        result.httpStatus = 200
        return outcome(.sent, deliveries: [result], delivered: 1)
    }

    func outcome(
        _ state: ActionOutcome.State, reason: String? = nil, deliveries: [TokenResult] = [], delivered: Int = 0,
        nextAttemptIn: Int64? = nil
    ) -> ActionOutcome {
        ActionOutcome(
            actionID: id, app: app, lease: lease, state: state, reason: reason, delivered: delivered,
            failed: deliveries.count - delivered, pruned: 0, warnings: [],
            deliveries: deliveries.map {
                .init(result: $0, channel: .standard, attempts: 1, nextAttemptIn: nextAttemptIn)
            })
    }
}
