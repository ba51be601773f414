package import MariaDB
package import WordPress

/// Options of the main site, for the import of what an older plugin kept there.
package struct SiteOptions: Sendable {
    private let database: Database
    private let table: String

    /// Works through `database`.
    package init(database: Database, tables: TableNames) {
        self.database = database
        table = tables.quotedOptions(site: 1)
    }

    /// The bytes of the option; nil when there is none.
    package func value(_ name: String) async throws -> [UInt8]? {
        let sql = "SELECT CAST(option_value AS BINARY) FROM \(table) WHERE option_name = ?"
        return try await database.run { try $0.query(sql, [.text(name)]).first.map { $0.bytes(0) ?? [] } }
    }

    /// Removes the option, if it still holds `value`; false when it does not.
    package func remove(_ name: String, holding value: [UInt8]) async throws -> Bool {
        let sql = "DELETE FROM \(table) WHERE option_name = ? AND CAST(option_value AS BINARY) = ?"
        return try await database.run { try $0.execute(sql, [.text(name), .bytes(value)]).affectedRows > 0 }
    }
}
