import MariaDB
import PushCore
import WordPress

/// A verdict as a row of the table of prunes.
struct PruneRecord {
    /// What the row says was done.
    enum State: String {
        /// The daemon removed the token.
        case removed
        /// The plugin is to remove it.
        case verdict
        /// Nobody removes it.
        case reported
    }

    let verdict: PruneVerdict
    let token: DeviceToken
    let userID: UInt64
    let source: Recipient.Source
    let state: State
    /// The usermeta value before and after, for what was removed.
    var before: [UInt8]?
    var after: [UInt8]?

    /// Adds the row.
    func insert(into tables: TableNames, on connection: Connection) throws {
        let sql = """
            INSERT INTO \(tables.quoted(.prunes)) (app, user_id, umeta_id, meta_key, token, environment, reason,
            apns_timestamp, action_id, state, old_value, new_value)
            VALUES (?, ?, ?, ?, ?, ?, ?, TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND, ?, ?, ?, ?)
            """
        // A time stamp that no calendar holds is none.
        let timestamp = verdict.death.timestamp.flatMap { (0..<253_402_300_800_000).contains($0) ? $0 * 1000 : nil }
        try connection.execute(
            sql,
            [
                .text(verdict.app), .unsigned(userID), .unsigned(source.metaID), .text(source.metaKey),
                .text(token.hex),
                SQLValue(verdict.environment?.rawValue), .text(verdict.death.reason),
                timestamp.map(SQLValue.integer) ?? .null, .unsigned(verdict.actionID), .text(state.rawValue),
                SQLValue(before), SQLValue(after),
            ])
    }

    /// Whether the table holds this verdict already, younger than `hours` and than the token's registration: then it says
    /// nothing new.
    func isKnown(hours: Int, tables: TableNames, on connection: Connection) throws -> Bool {
        let sql = """
            SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', MAX(created_at)) DIV 1000 FROM \(tables.quoted(.prunes))
            WHERE token = ? AND app = ? AND umeta_id = ? AND state = ? AND created_at > UTC_TIMESTAMP(3) - INTERVAL ? HOUR
            """
        let values: [SQLValue] = [
            .text(token.hex), .text(verdict.app), .unsigned(source.metaID), .text(state.rawValue),
            .integer(Int64(hours)),
        ]
        guard let time = try connection.query(sql, values).first?.optionalInt64(0) else { return false }
        return verdict.recipient.registeredAt.map { time >= $0 } ?? true
    }
}
