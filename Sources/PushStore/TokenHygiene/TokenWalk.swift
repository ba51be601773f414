import MariaDB
import WordPress

/// Goes through all rows of usermeta that hold tokens, in the order of their numbers, a part at a time: no statement runs
/// long, none locks anything, and a table of any size fits.
struct TokenWalk {
    /// Numbers of rows looked at in one step, whatever they hold.
    private static let step = 20_000

    let database: Database
    let tables: TableNames
    let keys: [String]

    /// Hands over the rows step by step, the rows of one user all at once.
    /// - Parameters:
    ///   - user: whose rows; nil: everybody's.
    ///   - progress: told the share that is done, 0…1.
    ///   - body: false ends the walk.
    func forEachPart(
        user: UInt64? = nil, progress: ((Double) -> Void)? = nil, _ body: ([UserMetaRow]) async throws -> Bool
    ) async throws {
        guard !keys.isEmpty else { return }
        if let user {
            _ = try await body(rows(where: "user_id = ?", [.unsigned(user)]))
            return
        }
        let userMeta = tables.quoted(.userMeta)
        let last = try await number("SELECT MAX(umeta_id) FROM \(userMeta)", []) ?? 0
        var done: UInt64 = 0
        while done < last {
            // Numbers may have wide gaps: the step goes by rows.
            let sql = """
                SELECT MAX(umeta_id) FROM (SELECT umeta_id FROM \(userMeta) WHERE umeta_id > ? AND umeta_id <= ?
                ORDER BY umeta_id LIMIT \(Self.step)) AS part
                """
            guard let end = try await number(sql, [.unsigned(done), .unsigned(last)]) else { return }
            let part = try await rows(where: "umeta_id > ? AND umeta_id <= ?", [.unsigned(done), .unsigned(end)])
            guard try await body(part) else { return }
            done = end
            progress?(Double(done) / Double(last))
        }
    }

    private func number(_ sql: String, _ values: [SQLValue]) async throws -> UInt64? {
        try await database.run { try $0.query(sql, values).first?.optionalUInt64(0) }
    }

    private func rows(where condition: String, _ values: [SQLValue]) async throws -> [UserMetaRow] {
        let sql = """
            SELECT \(UserMetaRow.columns) FROM \(tables.quoted(.userMeta))
            WHERE \(condition) AND meta_key IN (\(InList.marks(keys.count)))
            """
        return try await database.run { connection in
            try connection.query(sql, [UserMetaRow.limit(of: connection)] + values + keys.map(SQLValue.text))
                .map { try UserMetaRow($0) }.sorted { $0.id < $1.id }
        }
    }
}
