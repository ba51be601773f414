package import MariaDB
package import WordPress

/// Tells a copy of the site from the site: a staging copy with production's queue must not ring real phones.
package struct SiteAddress: Sendable {
    static let setting = "siteurl"
    private let database: Database
    private let tables: TableNames

    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    /// The address noted at the first migration and the site's address now, when they differ; nil when this is the site
    /// itself, or nobody can tell (no options table).
    package func difference() async throws -> (noted: String, now: String)? {
        let noted = try await Settings(database: database, tables: tables).value(Self.setting)
        let now = try await database.run { try Self.current($0, tables) }
        guard let noted, let now, noted != now else { return nil }
        return (noted, now)
    }

    /// Takes the site's address of now for its own.
    package func accept() async throws {
        guard let now = try await database.run({ try Self.current($0, tables) }) else { return }
        try await Settings(database: database, tables: tables).set(Self.setting, now)
    }

    static func current(_ connection: Connection, _ tables: TableNames) throws -> String? {
        do throws(MariaDBError) {
            let rows = try connection.query(
                "SELECT CAST(option_value AS BINARY) FROM \(tables.quotedOptions(site: 1)) WHERE option_name = 'siteurl'"
            )
            return rows.first?.bytes(0).map { String(decoding: $0, as: UTF8.self) }
        } catch {
            // An account that may not read the options cannot tell a copy; the daemon needs no right on them.
            guard error.category == .missingTable || error.category == .schemaOrGrant else { throw error }
            return nil
        }
    }
}
