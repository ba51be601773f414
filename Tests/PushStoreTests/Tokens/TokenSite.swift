import MariaDB
import PushCore
import PushStore
import TestSupport
import WordPress

/// A site's database of one test: usermeta as WordPress makes it, and PushBridge's tables.
struct TokenSite {
    let configuration: DatabaseConfiguration
    let database: Database
    let tables: TableNames
    var settings = TokenSettings()

    /// The same site, seen by another daemon.
    init(secondDaemonOf site: TokenSite) {
        configuration = site.configuration
        database = Database(configuration: configuration, name: "second")
        tables = site.tables
        settings = site.settings
    }

    init(prefix: String = "wp_", customUserMeta: String? = nil) async throws {
        configuration = try TestMariaDB.shared().makeDatabase()
        database = Database(configuration: configuration, name: "test")
        tables = try TableNames(prefix: prefix, customUserMeta: customUserMeta)
        let userMeta = """
            CREATE TABLE \(tables.quoted(.userMeta)) (
                umeta_id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
                user_id bigint(20) unsigned NOT NULL DEFAULT 0,
                meta_key varchar(255) DEFAULT NULL,
                meta_value longtext DEFAULT NULL,
                PRIMARY KEY (umeta_id), KEY user_id (user_id), KEY meta_key (meta_key(191))
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci
            """
        try await database.run { _ = try $0.execute(userMeta) }
        _ = try await Migrations(database: database, tables: tables).run()
    }

    var pruner: MySQLTokenPruner {
        MySQLTokenPruner(database: database, tables: tables, settings: { [settings] in settings })
    }

    var intake: UsermetaIntake { UsermetaIntake(database: database, tables: tables) }

    var repository: MySQLPushTokenRepository {
        MySQLPushTokenRepository(database: database, tables: tables) { [settings] in settings }
    }

    /// Adds a row and returns its number.
    @discardableResult
    func add(_ user: UInt64, _ value: String?, key: String = "mam_ios_device_token") async throws -> UInt64 {
        let sql = "INSERT INTO \(tables.quoted(.userMeta)) (user_id, meta_key, meta_value) VALUES (?, ?, ?)"
        return try await database.run { connection in
            try connection.execute(sql, [.unsigned(user), .text(key), SQLValue(value)]).lastInsertID
        }
    }

    /// Runs a statement; `{usermeta}`, `{prunes}` … stand for the tables.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue] = []) async throws -> ExecuteResult {
        let sql = named(sql)
        return try await database.run { try $0.execute(sql, values) }
    }

    /// The rows of a query as text, NULL as nil.
    func rows(_ sql: String, _ values: [SQLValue] = []) async throws -> [[String?]] {
        let sql = named(sql)
        return try await database.run { connection in
            try connection.query(sql, values).map { row in
                row.values.indices.map { row.bytes($0).map { String(decoding: $0, as: UTF8.self) } }
            }
        }
    }

    /// The value in a row of usermeta; nil when the row is gone.
    func value(_ id: UInt64) async throws -> String? {
        try await rows("SELECT meta_value FROM {usermeta} WHERE umeta_id = \(id)").first?[0]
    }

    /// The recipients of one user.
    func recipients(_ user: UInt64, app: String = "default", kind: TokenKind = .standard) async throws -> [Recipient] {
        try await repository.recipients(of: [user], app: app, kind: kind)[user] ?? []
    }

    private func named(_ sql: String) -> String {
        TableNames.Table.allCases.reduce(sql) { sql, table in
            let mark = "{\(table.rawValue.split(separator: "_").last ?? "")}"
            return sql.split(separator: mark, omittingEmptySubsequences: false).joined(separator: tables.quoted(table))
        }
    }
}

/// A token of 64 digits made of one, so that tests read easily.
func token(_ digit: Character) -> String { String(repeating: digit, count: 64) }
