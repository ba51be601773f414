import MariaDB
import PushStore
import TestSupport
import WordPress

/// A WordPress site's database: its own tables as WordPress makes them, and ours.
struct Site: Sendable {
    let connection: DatabaseConfiguration
    let tables: TableNames

    /// A new database on `server`.
    init(on server: TestMariaDB) async throws {
        connection = try server.makeDatabase()
        tables = try TableNames(prefix: "wp_")
        try execute(Self.userMeta)
        try execute(Self.options)
        try execute("INSERT INTO wp_options (option_name, option_value) VALUES ('siteurl', 'https://example.com')")
        let database = Database(configuration: connection, name: "migrate")
        _ = try await Migrations(database: database, tables: tables).run()
    }

    private static let userMeta = """
        CREATE TABLE wp_usermeta (umeta_id bigint(20) unsigned NOT NULL auto_increment,
            user_id bigint(20) unsigned NOT NULL default '0', meta_key varchar(255) default NULL, meta_value longtext,
            PRIMARY KEY (umeta_id), KEY user_id (user_id), KEY meta_key (meta_key(191)))
        DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci
        """
    private static let options = """
        CREATE TABLE wp_options (option_id bigint(20) unsigned NOT NULL auto_increment,
            option_name varchar(191) NOT NULL default '', option_value longtext NOT NULL,
            autoload varchar(20) NOT NULL default 'yes', PRIMARY KEY (option_id), UNIQUE KEY option_name (option_name))
        DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci
        """

    // MARK: Anything

    /// Runs a statement on a connection of its own.
    @discardableResult
    func execute(_ sql: String, _ values: [SQLValue] = []) throws -> ExecuteResult {
        try Connection(connection).execute(sql, values)
    }

    /// The rows of a statement.
    func query(_ sql: String, _ values: [SQLValue] = []) throws -> [Row] {
        try Connection(connection).query(sql, values)
    }

    /// The one number that a statement answers with.
    func number(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
        try query(sql, values).first?.int(0) ?? -1
    }

    // MARK: What the site writes

    /// Adds a usermeta row and returns its id.
    @discardableResult
    func addMeta(user: UInt64, _ key: String, _ value: [UInt8]) throws -> UInt64 {
        try execute(
            "INSERT INTO wp_usermeta (user_id, meta_key, meta_value) VALUES (?, ?, ?)",
            [.unsigned(user), .text(key), .bytes(value)]
        ).lastInsertID
    }

    /// Enqueues a message and returns the action's id. `more` adds columns, its values being SQL.
    @discardableResult
    func enqueue(
        _ message: [UInt8], type: String = "standard", user: UInt64? = 1, more: [String: String] = [:]
    ) throws -> UInt64 {
        let extra = more.sorted { $0.key < $1.key }
        let names = extra.map { ", \($0.key)" }.joined()
        let values = extra.map { ", \($0.value)" }.joined()
        return try execute(
            "INSERT INTO wp_pushbridge_actions (type, user_id, message\(names)) VALUES (?, ?, ?\(values))",
            [.text(type), SQLValue(user), .bytes(message)]
        ).lastInsertID
    }

    /// The same with the message as text.
    @discardableResult
    func enqueue(
        _ message: String, type: String = "standard", user: UInt64? = 1, more: [String: String] = [:]
    ) throws -> UInt64 { try enqueue(Array(message.utf8), type: type, user: user, more: more) }

    // MARK: What is written for the site

    /// The action.
    func action(_ id: UInt64) throws -> ActionRow {
        let rows = try query("SELECT \(ActionRow.columns) FROM wp_pushbridge_actions WHERE id = ?", [.unsigned(id)])
        guard let row = rows.first else { throw TestServerError("there is no action \(id)") }
        return try ActionRow(row)
    }

    /// The action's deliveries, in the order in which they were written.
    func deliveries(_ id: UInt64) throws -> [DeliveryRow] {
        try query(
            "SELECT \(DeliveryRow.columns) FROM wp_pushbridge_deliveries WHERE action_id = ? ORDER BY id",
            [.unsigned(id)]
        ).map { try DeliveryRow($0) }
    }

    /// The usermeta value in a row; nil when the row is gone.
    func meta(_ id: UInt64) throws -> String? {
        try query("SELECT CAST(meta_value AS BINARY) FROM wp_usermeta WHERE umeta_id = ?", [.unsigned(id)]).first?
            .string(0)
    }

    /// How many actions are in each state.
    func states() throws -> [String: Int] {
        let rows = try query("SELECT state, COUNT(*) FROM wp_pushbridge_actions GROUP BY state")
        return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.string(0), try $0.int(1)) })
    }
}
