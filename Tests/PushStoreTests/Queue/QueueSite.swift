import MariaDB
import PushCore
import PushStore
import ServiceRuntime
import TestSupport
import WordPress

/// A database of one test with PushBridge's tables and a queue on them.
struct QueueSite: Sendable {
    let configuration: DatabaseConfiguration
    let tables: TableNames
    let queue: MySQLPushQueue
    let database: Database

    init(server: TestMariaDB? = nil) throws {
        configuration = try (server ?? .shared()).makeDatabase()
        tables = try TableNames(prefix: "wp_")
        database = Database(configuration: configuration, name: "test")
        queue = MySQLPushQueue(database: database, tables: tables)
        let path = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let text = String(
            decoding: try FileSystem.read("/\(path)/migrations/0001_schema.sql", limit: 1 << 20), as: UTF8.self)
        let code = text.split(separator: "\n").filter { line in !line.drop { $0 == " " }.hasPrefix("--") }
        let connection = try Connection(configuration)
        for statement in code.joined(separator: "\n").split(separator: ";") where statement.contains("CREATE") {
            try connection.execute(
                statement.split(separator: "{prefix}", omittingEmptySubsequences: false).joined(separator: "wp_"))
        }
    }

    /// Another daemon on the same tables.
    func otherQueue() -> MySQLPushQueue {
        MySQLPushQueue(database: Database(configuration: configuration, name: "other"), tables: tables)
    }

    /// Inserts `count` actions as a producer would.
    func enqueue(_ count: Int = 1, type: String = "standard", message: String = #"{"body":"Hi"}"#) throws {
        let connection = try Connection(configuration)
        var left = count
        while left > 0 {
            let part = min(left, 1000)
            let rows = repeatElement("(?, 42, ?)", count: part).joined(separator: ",")
            let values = repeatElement([SQLValue.text(type), .text(message)], count: part).flatMap { $0 }
            try connection.execute("INSERT INTO wp_pushbridge_actions (type, user_id, message) VALUES \(rows)", values)
            left -= part
        }
    }

    /// Runs a statement.
    func execute(_ sql: String) throws { try Connection(configuration).execute(sql) }

    /// Rows as text, NULL as "NULL".
    func rows(_ sql: String) throws -> [[String]] {
        try Connection(configuration).query(sql).map { row in
            row.values.indices.map { row.bytes($0).map { String(decoding: $0, as: UTF8.self) } ?? "NULL" }
        }
    }

    /// How many actions are in each state.
    func states() throws -> [String: Int] {
        try Dictionary(
            rows("SELECT state, COUNT(*) FROM wp_pushbridge_actions GROUP BY state").map { ($0[0], Int($0[1]) ?? -1) }
        ) { first, _ in first }
    }

    /// Ends every lease that is running, as time would.
    func letLeasesEnd() throws {
        try execute(
            "UPDATE wp_pushbridge_actions SET lease_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE owner > 0")
    }
}

extension ActionOutcome {
    /// One device's share of `action` with `status`, and what that makes of the action.
    static func of(
        _ action: ClaimedAction, _ status: DeliveryStatus = .delivered, token: Character = "a", reason: String? = nil,
        state: State? = nil, wait: Int64? = nil
    ) -> ActionOutcome {
        let hex = String(repeating: token, count: 64)
        let address = DeviceToken(hex: hex).map(Recipient.Address.apns) ?? .malformed(shown: hex)
        var result = TokenResult(
            recipient: Recipient(userID: 42, address: address, kind: .standard), status: status, reason: reason)
        result.httpStatus = status == .delivered ? 200 : nil
        result.environment = .production
        let isDelivered = status == .delivered
        return ActionOutcome(
            actionID: action.id, app: action.app, lease: action.lease,
            state: state ?? (isDelivered ? .sent : .failed), reason: reason, delivered: isDelivered ? 1 : 0,
            failed: isDelivered ? 0 : 1, pruned: 0, warnings: [],
            deliveries: [Delivery(result: result, channel: .standard, attempts: 1, nextAttemptIn: wait)])
    }
}
