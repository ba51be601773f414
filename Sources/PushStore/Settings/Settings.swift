package import MariaDB
package import WordPress

/// The settings table: names and values that site, daemon and commands share.
package struct Settings: Sendable {
    private let database: Database
    private let tables: TableNames

    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    /// The value of `name`; nil when it is not set.
    package func value(_ name: String) async throws -> String? {
        try await database.run { connection in
            let rows = try connection.query(
                "SELECT CAST(value AS BINARY) FROM \(tables.quoted(.settings)) WHERE name = ?", [.text(name)])
            return rows.first?.bytes(0).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Sets `name` to `value`.
    package func set(_ name: String, _ value: String) async throws {
        try await database.run { connection in
            _ = try connection.execute(
                """
                INSERT INTO \(tables.quoted(.settings)) (name, value) VALUES (?, ?)
                ON DUPLICATE KEY UPDATE value = VALUES(value), updated_at = UTC_TIMESTAMP(3)
                """, [.text(name), .text(value)])
        }
    }
}
