import MariaDB
import PushCore
import WordPress

/// Finds tokens that stand in usermeta although they were pruned and nothing has brought them back.
struct PrunedRecipients: Sendable {
    /// One of them, and the app whose pushes it will not get.
    struct Found: Sendable {
        let app: String
        let recipient: Recipient
    }

    let database: Database
    let tables: TableNames
    let settings: TokenSettings

    /// Those in `rows`.
    /// - Parameter reportedToo: whether a verdict that nobody applies counts as well.
    func find(in rows: [UserMetaRow], _ index: TokenKeyIndex, reportedToo: Bool) async throws -> [Found] {
        var lists: [TokenKeyIndex.Owner: [UInt64: RecipientList]] = [:]
        for row in rows {
            for owner in index.owners(of: row.key) {
                for recipient in index.reader(for: owner).recipients(in: row) {
                    lists[owner, default: [:]][row.userID, default: RecipientList()].add(recipient)
                }
            }
        }
        var found: [Found] = []
        for (owner, users) in lists.sorted(by: { $0.key.app < $1.key.app }) {
            let recipients = try await joined(users, app: owner.app, reportedToo: reportedToo)
            found += recipients.filter(\.isPruned).map { Found(app: owner.app, recipient: $0) }
        }
        return found
    }

    private func joined(
        _ users: [UInt64: RecipientList], app: String, reportedToo: Bool
    ) async throws -> [Recipient] {
        let recipients = users.values.flatMap(\.recipients)
        return try await database.run { connection in
            let history = try TokenHistory(
                of: recipients, app: app, tombstoneHours: settings.tombstoneHours, reportedToo: reportedToo,
                tables: tables, on: connection)
            return recipients.map { recipient in
                var recipient = recipient
                history.join(to: &recipient)
                return recipient
            }
        }
    }
}
