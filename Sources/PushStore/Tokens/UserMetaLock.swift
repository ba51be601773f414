import MariaDB
import WordPress

/// Locks one row of usermeta without waiting: whoever holds it is changing it, and calls must not wait for a slow request
/// of the site.
enum UserMetaLock {
    /// Locks the row until the transaction ends; false when somebody else holds it. A row that is not there is no fault.
    static func take(row id: UInt64, tables: TableNames, on connection: Connection) throws -> Bool {
        do {
            let sql = "SELECT umeta_id FROM \(tables.quoted(.userMeta)) WHERE umeta_id = ? FOR UPDATE NOWAIT"
            _ = try connection.query(sql, [.unsigned(id)])
            return true
        } catch {
            guard error.category == .conflict || error.code == nowaitOfMySQL else { throw error }
            return false
        }
    }

    // MariaDB answers NOWAIT with the number of a lock time-out, MySQL with one of its own.
    private static let nowaitOfMySQL = 3572
}
