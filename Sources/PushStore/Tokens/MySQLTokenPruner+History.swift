import MariaDB
package import PushCore
import WordPress

extension MySQLTokenPruner {
    package func taken(_ recipients: [Recipient], in environment: PushEnvironment) async throws -> Set<DeviceToken> {
        var tokens: [String: DeviceToken] = [:]
        for recipient in recipients where recipient.userID != nil {
            if case .apns(let token) = recipient.address { tokens[token.hex] = token }
        }
        // Deliveries are found by their users: tokens have no index of their own.
        let users = Set(recipients.compactMap(\.userID)).sorted().map(SQLValue.unsigned)
        let known = tokens
        return try await database.run { connection in
            var taken: Set<DeviceToken> = []
            try InList.forEach(users) { marks, users in
                let sql = """
                    SELECT DISTINCT token FROM \(tables.quoted(.deliveries))
                    WHERE user_id IN (\(marks)) AND status = 'delivered' AND environment = ?
                    """
                try connection.forEachRow(sql, users + [.text(environment.rawValue)]) { row in
                    if let token = known[try row.string(0)] { taken.insert(token) }
                }
            }
            return taken
        }
    }
}
