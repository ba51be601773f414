import MariaDB
import PushCore
import WordPress

/// Walks through an audience part by part, by the row numbers of usermeta or the places in the list that it names.
struct AudienceReader {
    let connection: Connection
    let tables: TableNames
    let keys: TokenKeys
    let kind: TokenKind

    /// Row numbers that one query looks through: a bound on its time, whatever stands in them.
    private static let window: UInt64 = 20_000
    /// Queries that one step makes at most when nothing is found.
    private static let windows = 20

    /// The recipients of the next part, each as its row has it, and how far the walk is then.
    func step(through audience: Audience, behind walk: AudienceWalk, limit: Int) throws -> AudienceStep {
        switch audience.members {
        case .tokens(let tokens) where audience.site != nil:
            // Only rows tell whose a token is.
            let wanted = Set(tokens.compactMap { TokenText.normalize($0.utf8) })
            let step = try stepByRows(through: audience, behind: walk, limit: limit)
            return AudienceStep(recipients: step.recipients.filter { wanted.contains($0.column) }, walk: step.walk)
        case .tokens(let tokens):
            let part = tokens.dropFirst(Int(clamping: walk.cursor)).prefix(limit)
            return AudienceStep(recipients: part.map(recipient), walk: moved(walk, by: part.count, of: tokens.count))
        case .users(let users):
            return try step(through: users, site: audience.site, behind: walk, limit: limit)
        case .all, .role, .meta:
            return try stepByRows(through: audience, behind: walk, limit: limit)
        case .channel(let channel):
            // A broadcast is no walk: it has this one recipient.
            let recipient = Recipient(userID: nil, address: .channel(channel), kind: kind)
            return AudienceStep(recipients: [recipient], walk: AudienceWalk(cursor: walk.cursor, isDone: true))
        }
    }

    private func moved(_ walk: AudienceWalk, by count: Int, of all: Int) -> AudienceWalk {
        let cursor = min(walk.cursor, UInt64(all)) + UInt64(count)
        return AudienceWalk(cursor: cursor, isDone: cursor >= UInt64(all))
    }

    // Most of a long list may have no device: it goes on until somebody has.
    private func step(
        through users: [UInt64], site: UInt64?, behind walk: AudienceWalk, limit: Int
    ) throws -> AudienceStep {
        var walk = walk
        for _ in 0..<Self.windows {
            let part = Array(users.dropFirst(Int(clamping: walk.cursor)).prefix(limit))
            let rows = try part.isEmpty ? [] : rows(of: part, site: site)
            walk = moved(walk, by: part.count, of: users.count)
            if !rows.isEmpty || walk.isDone { return AudienceStep(recipients: recipients(in: rows), walk: walk) }
        }
        return AudienceStep(recipients: [], walk: walk)
    }

    private func stepByRows(
        through audience: Audience, behind walk: AudienceWalk, limit: Int
    ) throws -> AudienceStep {
        let last =
            try connection.query("SELECT MAX(umeta_id) FROM \(tables.quoted(.userMeta))").first?
            .optionalUInt64(0) ?? 0
        let condition = try condition(audience)
        var walk = walk
        for _ in 0..<Self.windows {
            let end = walk.cursor.addingReportingOverflow(Self.window).overflow ? .max : walk.cursor + Self.window
            let rows = try read(
                "m.umeta_id > ? AND m.umeta_id <= ?\(condition.sql)", [.unsigned(walk.cursor), .unsigned(end)],
                condition.values, "ORDER BY m.umeta_id LIMIT \(limit)")
            // A full part may have more behind it in the same window.
            walk.cursor = rows.count < limit ? end : rows.last?.id ?? end
            walk.isDone = walk.cursor >= last
            if !rows.isEmpty || walk.isDone { return AudienceStep(recipients: recipients(in: rows), walk: walk) }
        }
        return AudienceStep(recipients: [], walk: walk)
    }

    // What a row's owner must have beside it.
    private func condition(_ audience: Audience) throws -> (sql: String, values: [SQLValue]) {
        let owner = "EXISTS (SELECT 1 FROM \(tables.quoted(.userMeta)) o WHERE o.user_id = m.user_id AND o.meta_key = ?"
        // WordPress keeps a site's roles under the site's prefix; membership is having that row.
        let capabilities = tables.prefix(site: audience.site ?? 1) + "capabilities"
        switch audience.members {
        case .role(let role):
            return (
                " AND \(owner) AND CAST(o.meta_value AS BINARY) LIKE ?)",
                [.text(capabilities), .bytes(Array("%\"\(Self.escaped(role))\";b:1%".utf8))]
            )
        case .meta(let key, let value):
            let member = try member(of: audience.site)
            return (
                " AND \(owner) AND CAST(o.meta_value AS BINARY) = ?)\(member.sql)",
                [.text(key), .bytes(Array(value.utf8))] + member.values
            )
        default:
            return try member(of: audience.site)
        }
    }

    private func member(of site: UInt64?) throws -> (sql: String, values: [SQLValue]) {
        guard let site else { return ("", []) }
        return (
            " AND EXISTS (SELECT 1 FROM \(tables.quoted(.userMeta)) s WHERE s.user_id = m.user_id AND s.meta_key = ?)",
            [.text(tables.prefix(site: site) + "capabilities")]
        )
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }

    private func rows(of users: [UInt64], site: UInt64?) throws -> [UserMetaRow] {
        let member = try member(of: site)
        var rows: [UserMetaRow] = []
        try InList.forEach(users.map(SQLValue.unsigned)) { marks, users in
            rows += try read("m.user_id IN (\(marks))\(member.sql)", users, member.values, "")
        }
        return rows.sorted { $0.id < $1.id }
    }

    private func read(
        _ range: String, _ rangeValues: [SQLValue], _ conditionValues: [SQLValue], _ order: String
    ) throws -> [UserMetaRow] {
        let metaKeys = keys.lookUp(kind)
        guard !metaKeys.isEmpty else { return [] }
        let hint = order.isEmpty ? "" : "FORCE INDEX (PRIMARY)"
        let marks = InList.marks(metaKeys.count)
        // By bytes once more: the site's collation takes mam_IOS_device_token for the same key, WordPress does not.
        let rows = try connection.query(
            """
            SELECT \(UserMetaRow.columns) FROM \(tables.quoted(.userMeta)) m \(hint)
            WHERE m.meta_key IN (\(marks)) AND CAST(m.meta_key AS BINARY) IN (\(marks)) AND \(range) \(order)
            """,
            [UserMetaRow.limit(of: connection)] + metaKeys.map(SQLValue.text)
                + metaKeys.map { .bytes(Array($0.utf8)) } + rangeValues + conditionValues)
        return try rows.map { try UserMetaRow($0) }
    }

    private func recipients(in rows: [UserMetaRow]) -> [Recipient] {
        let reader = RecipientReader(kind: kind, otherPlatforms: kind == .standard ? keys.otherPlatforms : [:])
        return rows.flatMap(reader.recipients)
    }

    private func recipient(_ text: String) -> Recipient {
        let address: Recipient.Address =
            TokenText.normalize(text.utf8).flatMap(DeviceToken.init(hex:)).map { .apns($0) }
            ?? .malformed(shown: ShownText.make(text.utf8))
        return Recipient(userID: nil, address: address, kind: kind)
    }
}
