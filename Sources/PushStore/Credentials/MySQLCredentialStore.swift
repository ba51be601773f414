package import MariaDB
package import PushCore
package import WordPress

/// The credentials table of the site's database.
package struct MySQLCredentialStore: CredentialStore {
    let database: Database
    let table: String
    let settings: String
    let actions: String
    let deliveries: String

    /// A store that works through `database`.
    package init(database: Database, tables: TableNames) {
        self.database = database
        table = tables.quoted(.credentials)
        settings = tables.quoted(.settings)
        actions = tables.quoted(.actions)
        deliveries = tables.quoted(.deliveries)
    }

    // TIMESTAMPDIFF: UNIX_TIMESTAMP ends in 2038 on older servers, and certificates may not.
    var selectAll: String {
        """
        SELECT app, channel, kind, key_id, team_id, bundle_id, topics,
            TIMESTAMPDIFF(SECOND, '1970-01-01', not_after), box, public_key_id,
            TIMESTAMPDIFF(SECOND, '1970-01-01', jwt_issued_at), error
        FROM \(table) ORDER BY app, channel
        """
    }

    package func all() async throws -> [StoredCredential] {
        let sql = selectAll
        return try await database.run { connection in
            try connection.query(sql).compactMap { row in try Self.credential(row) }
        }
    }

    // The agreed `iat` goes on while the key stays the same: Apple counts its provider tokens. It comes first, for the columns
    // behind it have their new values already.
    private var replace: String {
        """
        INSERT INTO \(table) (app, channel, kind, key_id, team_id, bundle_id, topics, not_after, box, public_key_id, error,
            checked_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, '1970-01-01' + INTERVAL ? SECOND, ?, ?, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
        ON DUPLICATE KEY UPDATE
            jwt_issued_at = IF(key_id <=> VALUES(key_id) AND team_id <=> VALUES(team_id), jwt_issued_at, NULL),
            \(Self.replaced.map { "\($0) = VALUES(\($0))" }.joined(separator: ", "))
        """
    }

    private static let replaced = [
        "kind", "key_id", "team_id", "bundle_id", "topics", "not_after", "box", "public_key_id", "error", "checked_at",
        "updated_at",
    ]

    package func save(_ credential: StoredCredential) async throws {
        let sql = replace
        let values: [SQLValue] = [
            .text(credential.app), .text(credential.channel.rawValue), .text(credential.kind.rawValue),
            SQLValue(credential.keyID), SQLValue(credential.teamID), .text(credential.bundleID),
            CredentialTopics.column(credential.topics), Self.number(credential.notAfter), .bytes(credential.box),
            .text(credential.publicKeyID), SQLValue(credential.error),
        ]
        _ = try await database.run { connection in try connection.execute(sql, values) }
    }

    package func remove(app: String, channel: PushChannel) async throws -> Bool {
        let sql = "DELETE FROM \(table) WHERE app = ? AND channel = ?"
        let values: [SQLValue] = [.text(app), .text(channel.rawValue)]
        return try await database.run { connection in try connection.execute(sql, values).affectedRows > 0 }
    }

    // The box in the condition: a credential that was changed meanwhile must not get the old one's report.
    private var note: String {
        """
        UPDATE \(table) SET topics = ?, not_after = '1970-01-01' + INTERVAL ? SECOND, error = ?, checked_at = UTC_TIMESTAMP(3)
        WHERE app = ? AND channel = ? AND box = ?
        """
    }

    package func report(_ credential: StoredCredential) async throws {
        let sql = note
        let values: [SQLValue] = [
            CredentialTopics.column(credential.topics), Self.number(credential.notAfter), SQLValue(credential.error),
            .text(credential.app), .text(credential.channel.rawValue), .bytes(credential.box),
        ]
        _ = try await database.run { connection in try connection.execute(sql, values) }
    }

    // A key has one provider token, whatever apps and channels it is stored for: the youngest date of its rows counts.
    private var readIssuedAt: String {
        """
        SELECT TIMESTAMPDIFF(SECOND, '1970-01-01', MAX(jwt_issued_at)),
            COALESCE(MAX(jwt_issued_at) >= UTC_TIMESTAMP() - INTERVAL ? SECOND, 0)
        FROM \(table) WHERE key_id = ? AND team_id = ?
            AND jwt_issued_at <= UTC_TIMESTAMP() + INTERVAL \(Self.largestLead) SECOND
        """
    }

    // The same condition as in the reading: of several processes that found it too old, the first moves it, and the others,
    // who waited for its row locks, find it young again.
    private var moveIssuedAt: String {
        """
        UPDATE \(table) SET jwt_issued_at = UTC_TIMESTAMP()
        WHERE key_id = ? AND team_id = ? AND (jwt_issued_at IS NULL OR jwt_issued_at < UTC_TIMESTAMP() - INTERVAL ? SECOND
            OR jwt_issued_at > UTC_TIMESTAMP() + INTERVAL \(Self.largestLead) SECOND)
        """
    }

    /// An `iat` further ahead than these seconds was set by a clock that has been put right since; Apple would refuse it.
    private static let largestLead = 300

    package func agreedIssuedAt(app: String, channel: PushChannel, maximumAge: Int64) async throws -> Int64? {
        let (read, move) = (readIssuedAt, moveIssuedAt)
        let find = "SELECT key_id, team_id FROM \(table) WHERE app = ? AND channel = ? AND key_id IS NOT NULL"
        return try await database.run { connection in
            guard let row = try connection.query(find, [.text(app), .text(channel.rawValue)]).first else { return nil }
            let key: [SQLValue] = [.text(try row.string(0)), SQLValue(try row.optionalString(1))]
            let found = try connection.query(read, [.integer(maximumAge)] + key).first
            if try found?.int64(1) == 1 { return try found?.int64(0) }
            _ = try connection.execute(move, key + [.integer(maximumAge)])
            return try connection.query(read, [.integer(maximumAge)] + key).first?.optionalInt64(0)
        }
    }

    package func clock() async throws -> DatabaseClock {
        try await database.run { connection in
            let row = try connection.query(
                "SELECT TIMESTAMPDIFF(SECOND, '1970-01-01', UTC_TIMESTAMP()), @@hostname"
            ).first
            return DatabaseClock(seconds: try row?.int64(0) ?? 0, host: try row?.optionalString(1) ?? "the database")
        }
    }

    private static func number(_ number: Int64?) -> SQLValue { number.map(SQLValue.integer) ?? .null }

    /// A row whose channel or kind is none of ours belongs to a newer version: nil.
    static func credential(_ row: Row) throws -> StoredCredential? {
        guard let channel = PushChannel(rawValue: try row.string(1)),
            let kind = StoredCredential.Kind(rawValue: try row.string(2))
        else { return nil }
        return StoredCredential(
            app: try row.string(0), channel: channel, kind: kind, keyID: try row.optionalString(3),
            teamID: try row.optionalString(4), bundleID: try row.string(5),
            topics: CredentialTopics.list(try row.optionalString(6)), notAfter: try row.optionalInt64(7),
            box: row.bytes(8) ?? [], publicKeyID: try row.string(9), issuedAt: try row.optionalInt64(10),
            error: try row.optionalString(11))
    }
}
