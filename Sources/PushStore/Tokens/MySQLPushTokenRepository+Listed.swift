import MariaDB
import PushCore
import WordPress

extension MySQLPushTokenRepository {
    /// Adds the usermeta rows of pruned tokens that an audience lists: where a token was registered again since, it counts as
    /// living for a list as it does for its user (contract, section 4). Who had it is known from the pruning.
    func addRows(
        ofPruned list: inout RecipientList, app: String, reader: RecipientReader, keys: [String],
        on connection: Connection
    ) throws {
        let pruned = list.recipients.filter { $0.isPruned && $0.source == nil }.map(\.column)
        guard !pruned.isEmpty, !keys.isEmpty else { return }
        var users = Set<UInt64>()
        try InList.forEach(pruned.sorted().map(SQLValue.text)) { marks, tokens in
            let sql = """
                SELECT DISTINCT user_id FROM \(tables.quoted(.prunes))
                WHERE token IN (\(marks)) AND app = ? AND state IN \(TokenHistory.states(reportedToo: false))
                """
            try connection.forEachRow(sql, tokens + [.text(app)]) { row in
                users.insert(try row.uint64(0))
            }
        }
        let wanted = Set(pruned)
        for row in try rows(of: Array(users), under: keys, on: connection) {
            for recipient in reader.recipients(in: row) where wanted.contains(recipient.column) { list.add(recipient) }
        }
    }
}
