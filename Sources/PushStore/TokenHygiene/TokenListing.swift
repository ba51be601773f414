package import JSONText
package import MariaDB
package import PushCore
package import WordPress

/// Lists device tokens and prunes.
package struct TokenListing: Sendable {
    private let database: Database
    private let tables: TableNames
    private let settings: TokenSettings

    /// Works through `database`.
    package init(database: Database, tables: TableNames, settings: TokenSettings) {
        self.database = database
        self.tables = tables
        self.settings = settings
    }

    /// The tokens in usermeta, of one user or all, in the order of the rows.
    /// - Parameter limit: at most so many.
    package func tokens(user: UInt64?, limit: Int) async throws -> [JSONObject] {
        let index = TokenKeyIndex(settings)
        var tokens: [JSONObject] = []
        let walk = TokenWalk(database: database, tables: tables, keys: index.keys)
        try await walk.forEachPart(user: user) { rows in
            for row in rows {
                guard let owner = index.owners(of: row.key).first else { continue }
                let recipients = index.reader(for: owner).recipients(in: row)
                for joined in try await joined(recipients, app: owner.app) where tokens.count < limit {
                    tokens.append(Self.json(joined, row))
                }
                if tokens.count >= limit { return false }
            }
            return true
        }
        return tokens
    }

    /// Hands over the whole tokens of one app and kind that are sent to, part by part; a user's token that stands twice is
    /// handed over once.
    package func export(
        app: String, kind: TokenKind, progress: @escaping (Double) -> Void, _ body: ([Recipient]) -> Void
    ) async throws {
        let keys = settings.keys(of: app).keys(of: kind)
        let reader = RecipientReader(kind: kind, otherPlatforms: [:])
        let walk = TokenWalk(database: database, tables: tables, keys: keys)
        try await walk.forEachPart(progress: progress) { rows in
            var lists: [UInt64: RecipientList] = [:]
            // The site's collation finds other spellings of the keys, too.
            for row in rows where keys.contains(row.key) {
                for recipient in reader.recipients(in: row) {
                    lists[row.userID, default: RecipientList()].add(recipient)
                }
            }
            let recipients = lists.sorted { $0.key < $1.key }.flatMap(\.value.recipients)
            body(try await joined(recipients, app: app).filter { $0.refusal == nil })
            return true
        }
    }

    /// What was pruned, or would have been, the newest first.
    package func prunes(user: UInt64?, limit: Int) async throws -> [JSONObject] {
        let columns = [
            "id", "app", "user_id", "umeta_id", "meta_key", "token", "environment", "reason", "apns_timestamp",
            "action_id", "state", "created_at", "undone_at", "undone_by",
        ]
        let sql = """
            SELECT \(columns.joined(separator: ", ")) FROM \(tables.quoted(.prunes))
            WHERE \(user == nil ? "TRUE" : "user_id = ?") ORDER BY id DESC LIMIT \(limit)
            """
        let rows = try await database.run { try $0.query(sql, user.map { [.unsigned($0)] } ?? []) }
        return rows.map { JSONRow.object($0, columns) }
    }

    private func joined(_ recipients: [Recipient], app: String) async throws -> [Recipient] {
        return try await database.run { connection in
            let history = try TokenHistory(
                of: recipients, app: app, tombstoneHours: settings.tombstoneHours, tables: tables, on: connection)
            return recipients.map { recipient in
                var recipient = recipient
                history.join(to: &recipient)
                return recipient
            }
        }
    }

    private static func json(_ recipient: Recipient, _ row: UserMetaRow) -> JSONObject {
        let state: String
        switch recipient.address {
        case .apns:
            state = recipient.isPruned ? "pruned" : "ok"
        case .malformed, .channel: state = "malformed"
        case .other: state = "unsupported"
        }
        return JSONObject([
            ("user_id", JSONValue(row.userID)), ("umeta_id", JSONValue(row.id)), ("meta_key", .string(row.key)),
            ("kind", .string(recipient.kind.rawValue)), ("token", .string(recipient.column)), ("state", .string(state)),
            ("environment", JSONValue((recipient.environment ?? recipient.learnedEnvironment)?.rawValue)),
            ("registered_at", JSONValue(recipient.registeredAt)), ("bundle_id", JSONValue(recipient.bundleID)),
        ])
    }
}
