package import MariaDB
package import PushCore
package import WordPress

/// Finds the devices of users in usermeta: one query for a batch of users, two more for what is known of their tokens.
package struct MySQLPushTokenRepository: PushTokenRepository {
    private let database: Database
    let tables: TableNames
    private let settings: @Sendable () -> TokenSettings

    /// - Parameter settings: asked at each look-up, so that a changed configuration takes effect.
    package init(database: Database, tables: TableNames, settings: @escaping @Sendable () -> TokenSettings) {
        self.database = database
        self.tables = tables
        self.settings = settings
    }

    package func recipients(
        of users: [UInt64], app: String, kind: TokenKind
    ) async throws -> [UInt64: [Recipient]] {
        let settings = settings()
        let keys = settings.keys(of: app)
        let metaKeys = keys.lookUp(kind)
        guard !users.isEmpty, !metaKeys.isEmpty else { return [:] }
        let reader = RecipientReader(kind: kind, otherPlatforms: kind == .standard ? keys.otherPlatforms : [:])
        return try await database.run { connection in
            var lists: [UInt64: RecipientList] = [:]
            for row in try rows(of: users, under: metaKeys, on: connection) {
                for recipient in reader.recipients(in: row) {
                    lists[row.userID, default: RecipientList()].add(recipient)
                }
            }
            let history = try TokenHistory(
                of: lists.values.lazy.flatMap(\.recipients), app: app, tombstoneHours: settings.tombstoneHours,
                tables: tables, on: connection)
            return lists.mapValues { list in
                var list = list
                list.join(history)
                return list.recipients
            }
        }
    }

    package func step(
        through audience: Audience, behind walk: AudienceWalk, action: UInt64, app: String, kind: TokenKind, limit: Int
    ) async throws -> AudienceStep {
        let settings = settings()
        return try await database.run { connection in
            let keys = settings.keys(of: app)
            let step = try AudienceReader(connection: connection, tables: tables, keys: keys, kind: kind)
                .step(through: audience, behind: walk, limit: limit)
            var list = RecipientList()
            for recipient in step.recipients { list.add(recipient) }
            let history = try TokenHistory(
                of: list.recipients, app: app, tombstoneHours: settings.tombstoneHours, tables: tables,
                on: connection)
            list.join(history)
            let reader = RecipientReader(kind: kind, otherPlatforms: kind == .standard ? keys.otherPlatforms : [:])
            try addRows(ofPruned: &list, app: app, reader: reader, keys: keys.lookUp(kind), on: connection)
            list.join(history)
            // A token that stood in an earlier part too has its delivery already.
            let served = try served(list.recipients.map(\.column), by: action, on: connection)
            return AudienceStep(recipients: list.recipients.filter { !served.contains($0.column) }, walk: step.walk)
        }
    }

    private func served(_ tokens: [String], by action: UInt64, on connection: Connection) throws -> Set<String> {
        var served: Set<String> = []
        try InList.forEach(Set(tokens).sorted().map(SQLValue.text)) { marks, values in
            let sql = """
                SELECT token FROM \(tables.quoted(.deliveries)) WHERE action_id = ? AND token IN (\(marks))
                """
            try connection.forEachRow(sql, [.unsigned(action)] + values) { served.insert(try $0.string(0)) }
        }
        return served
    }

    /// The rows of these users under these keys, by row number: sorting here keeps the server from walking the whole table
    /// in that order.
    func rows(of users: [UInt64], under keys: [String], on connection: Connection) throws -> [UserMetaRow] {
        var rows: [UserMetaRow] = []
        let wanted = Set(keys)
        try InList.forEach(Set(users).sorted().map(SQLValue.unsigned)) { marks, users in
            let sql = """
                SELECT \(UserMetaRow.columns) FROM \(tables.quoted(.userMeta))
                WHERE user_id IN (\(marks)) AND meta_key IN (\(InList.marks(keys.count)))
                """
            let values = [UserMetaRow.limit(of: connection)] + users + keys.map(SQLValue.text)
            try connection.forEachRow(sql, values) { row in
                let row = try UserMetaRow(row)
                // The site's collation takes mam_IOS_device_token for the same key; WordPress does not.
                if wanted.contains(row.key) { rows.append(row) }
            }
        }
        return rows.sorted { $0.id < $1.id }
    }
}
