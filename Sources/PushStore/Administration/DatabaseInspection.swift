package import MariaDB
import ServiceRuntime
package import WordPress

/// What `doctor` asks the database.
package struct DatabaseInspection: Sendable {
    private let database: Database
    private let tables: TableNames

    /// Works through `database`.
    package init(database: Database, tables: TableNames) {
        self.database = database
        self.tables = tables
    }

    /// One thing that the account must be allowed to do.
    package struct Right: Sendable {
        /// As in GRANT.
        package let privilege: String
        /// The table's name.
        package let table: String
        /// Whether the daemon does without it, with what is said beside the right.
        package let loss: String?
        /// The server's answer when it is not allowed; nil: allowed.
        package let refusal: String?
    }

    /// The server's version text, and whether it takes no writes.
    package func server() async throws -> (version: String, isReadOnly: Bool) {
        try await database.run { connection in (connection.serverVersion, connection.isReadOnly) }
    }

    /// Milliseconds that the database's clock is ahead of ours, give or take the time of one statement.
    package func clockLead() async throws -> Int64 {
        let sql = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000"
        return try await database.run { connection in
            let before = WallClock.milliseconds
            let theirs = try connection.query(sql).first?.int64(0) ?? before
            return theirs - (before + WallClock.milliseconds) / 2
        }
    }

    /// ER_NO_DEFAULT_FOR_FIELD
    private static let columnWithoutDefault = 1364

    /// Tries every right that the daemon needs, with statements that match no row.
    /// - Parameter editsUserMeta: whether the daemon itself removes dead tokens.
    package func rights(editsUserMeta: Bool) async throws -> [Right] {
        var statements: [(String, TableNames.Table, String)] = [
            ("SELECT", .options, "SELECT option_name FROM {} WHERE FALSE"),
            ("SELECT", .userMeta, "SELECT umeta_id FROM {} WHERE FALSE"),
        ]
        // The intake deletes what it took over, whoever prunes.
        statements.append(("DELETE", .userMeta, "DELETE FROM {} WHERE FALSE"))
        // An undo may have to make a row anew.
        statements.append(("INSERT", .userMeta, "INSERT INTO {} (meta_key) SELECT 'x' FROM DUAL WHERE FALSE"))
        if editsUserMeta { statements.append(("UPDATE", .userMeta, "UPDATE {} SET meta_value = '' WHERE FALSE")) }
        let own: [(TableNames.Table, String)] = [
            (.actions, "type"), (.deliveries, "status"), (.credentials, "kind"), (.prunes, "state"),
            (.tokenEnvironments, "environment"), (.answers, "kind"), (.workers, "state"), (.settings, "value"),
        ]
        for (table, column) in own {
            statements += [
                ("SELECT", table, "SELECT \(column) FROM {} WHERE FALSE"),
                ("INSERT", table, "INSERT INTO {} (\(column)) SELECT 'x' FROM DUAL WHERE FALSE"),
                ("UPDATE", table, "UPDATE {} SET \(column) = 'x' WHERE FALSE"),
                ("DELETE", table, "DELETE FROM {} WHERE FALSE"),
            ]
        }
        let tries = statements.map { privilege, table, sql in
            (privilege, table, sql.split(separator: "{}").joined(separator: tables.quoted(table)))
        }
        return try await database.run { connection in
            try tries.map { privilege, table, sql in
                let loss = table == .options ? "a copy of this site is not recognized" : nil
                func right(_ refusal: String?) -> Right {
                    Right(privilege: privilege, table: tables.name(table), loss: loss, refusal: refusal)
                }
                do throws(MariaDBError) {
                    if privilege == "SELECT" { _ = try connection.query(sql) } else { _ = try connection.execute(sql) }
                    return right(nil)
                } catch {
                    // Rights are judged before the columns, so this answer means yes.
                    if error.code == Self.columnWithoutDefault { return right(nil) }
                    // A database without WordPress' options has no site to be a copy of.
                    if table == .options, error.category == .missingTable { return right(nil) }
                    guard error.category == .schemaOrGrant || error.category == .missingTable else { throw error }
                    return right(error.message)
                }
            }
        }
    }
}
