import Cryptography
package import MariaDB
package import WordPress

/// Brings the site's database to this program's schema. Safe to run again, and by two at once.
package struct Migrations: Sendable {
    private let database: Database
    private let tables: TableNames
    private static let versionSetting = "schema_version"

    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    /// What stands in the database and what would be done.
    package struct Status: Sendable {
        /// 0 when there are no tables yet.
        package let version: Int
        package let pending: [Migration]
    }

    /// Reads the version; changes nothing.
    package func status() async throws -> Status {
        try await database.run { connection in
            let version = try version(connection)
            return Status(version: version, pending: Migration.all.filter { $0.version > version })
        }
    }

    /// Checks that the schema is this program's own.
    /// - Throws: `SchemaError`.
    package func check() async throws {
        let version = try await status().version
        if version > Migration.latest { throw SchemaError.newer(found: version, known: Migration.latest) }
        if version < Migration.latest { throw SchemaError.older(found: version, needed: Migration.latest) }
    }

    /// Applies what is missing, gives the installation its id, and notes the site's address.
    /// - Returns: the names of the migrations applied.
    /// - Throws: `SchemaError` when the schema is newer or another one is migrating.
    package func run() async throws -> [String] {
        try await database.run { connection in
            try locked(connection) {
                let version = try version(connection)
                guard version <= Migration.latest else {
                    throw SchemaError.newer(found: version, known: Migration.latest)
                }
                let pending = Migration.all.filter { $0.version > version }
                for migration in pending {
                    for statement in migration.statements(prefix: tables.prefix) {
                        _ = try connection.execute(statement)
                    }
                    try set(Self.versionSetting, "\(migration.version)", replacing: true, connection)
                }
                try set("installation_id", HexText.encode(RandomBytes.make(16)), replacing: false, connection)
                if let address = try SiteAddress.current(connection, tables) {
                    try set(SiteAddress.setting, address, replacing: false, connection)
                }
                return pending.map(\.name)
            }
        }
    }

    // Statements that make tables commit by themselves, so a transaction would not keep two runs apart.
    private func locked<Result>(_ connection: Connection, _ body: () throws -> Result) throws -> Result {
        let name = "pushbridge:\(HexText.encode(SHA256.hash(Array(tables.prefix.utf8))).prefix(16))"
        let lock = "CONCAT(?, ':', LEFT(SHA2(DATABASE(), 256), 16))"
        // Shorter than a connection waits for an answer: who waits in vain is told why.
        let taken = try connection.query("SELECT GET_LOCK(\(lock), 20)", [.text(name)])
        guard try taken.first?.optionalInt(0) == 1 else { throw SchemaError.busy }
        defer { _ = try? connection.query("SELECT RELEASE_LOCK(\(lock))", [.text(name)]) }
        return try body()
    }

    private func version(_ connection: Connection) throws -> Int {
        let table = try connection.query(
            "SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?",
            [.text(tables.name(.settings))])
        guard !table.isEmpty else { return 0 }
        let rows = try connection.query(
            "SELECT CAST(value AS BINARY) FROM \(tables.quoted(.settings)) WHERE name = ?",
            [.text(Self.versionSetting)])
        return rows.first?.bytes(0).flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    }

    private func set(_ name: String, _ value: String, replacing: Bool, _ connection: Connection) throws {
        _ = try connection.execute(
            """
            INSERT INTO \(tables.quoted(.settings)) (name, value) VALUES (?, ?)
            ON DUPLICATE KEY UPDATE value = \(replacing ? "VALUES(value)" : "value")
            """, [.text(name), .text(value)])
    }
}
