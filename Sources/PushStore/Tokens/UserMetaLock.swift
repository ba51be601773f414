import MariaDB
import WordPress

/// Locks one row of usermeta without waiting: whoever holds it is changing it, and calls must not wait for a slow request of
/// the site.
enum UserMetaLock {
    /// Locks the row until the transaction ends; a row that is not there is no fault.
    static func take(row id: UInt64, tables: TableNames, on connection: Connection) throws {
        let sql = "SELECT umeta_id FROM \(tables.quoted(.userMeta)) WHERE umeta_id = ? FOR UPDATE NOWAIT"
        _ = try connection.query(sql, [.unsigned(id)])
    }

    /// Whether `error` says that another transaction holds the row: a lock time-out (MariaDB's word for NOWAIT, too), a
    /// deadlock, or MySQL's own number for NOWAIT.
    static func isBusy(_ error: MariaDBError) -> Bool { error.category == .conflict || error.code == 3572 }
}
