import Glibc
import MariaDB
import PushStore
import ServiceRuntime
import TestSupport
import WordPress

/// A database with our tables and a site's usermeta, a configuration that names it, and a key pair.
struct TestSite {
    let directory: TemporaryDirectory
    let connection: DatabaseConfiguration
    let tables: TableNames
    /// The configuration file.
    let config: String

    init(schema: Bool = true) throws {
        directory = try TemporaryDirectory()
        connection = try TestMariaDB.shared().makeDatabase()
        tables = try TableNames(prefix: "wp_")
        config = "\(directory.path)/push.ini"
        try directory.write(
            "push.ini",
            """
            [database]
            socket = \(connection.socket ?? "")
            name = \(connection.database)
            user = \(connection.user)
            password = "\(connection.password.reveal())"
            [secrets]
            key_file = push.key
            [state]
            directory = \(directory.path)/state
            """)
        guard schema else { return }
        for migration in Migration.all {
            for statement in migration.statements(prefix: "wp_") { try execute(statement) }
        }
        try execute(
            """
            CREATE TABLE wp_usermeta (umeta_id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
                user_id bigint unsigned NOT NULL DEFAULT 0, meta_key varchar(255), meta_value longtext)
            """)
    }

    /// A session of its own thread.
    func database() -> Database { Database(configuration: connection, name: "test") }

    /// Runs one statement as the site's account.
    func execute(_ sql: String) throws { _ = try Connection(connection).execute(sql) }

    /// The first column of the rows, as text.
    func column(_ sql: String) throws -> [String?] {
        try Connection(connection).query(sql).map { row in row.bytes(0).map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Runs a command with this site's configuration.
    func run(_ arguments: String..., input: String = "") throws -> Program.Run {
        try Program.shell(arguments + ["--config", config], input: input, suffix: "")
    }
}
