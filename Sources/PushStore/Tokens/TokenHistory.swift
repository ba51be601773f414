import MariaDB
import PushCore
import WordPress

/// What is known of tokens from earlier pushes: where they live, and which were pruned.
struct TokenHistory {
    /// That a token was pruned, and what would bring it back.
    struct Tombstone {
        /// The highest usermeta row that it was taken from.
        var highestMetaID: UInt64
        /// The latest pruning, in milliseconds since 1970.
        var prunedAt: Int64
    }

    private var environments: [String: PushEnvironment] = [:]
    private var tombstones: [String: Tombstone] = [:]

    /// Reads what is known of the tokens of `recipients` for pushes of `app`; a pruning is forgotten after so many hours.
    /// - Parameter reportedToo: whether a verdict that nobody applies counts as well.
    init(
        of recipients: some Sequence<Recipient>, app: String, tombstoneHours: Int, reportedToo: Bool = false,
        tables: TableNames, on connection: Connection
    ) throws {
        let tokens = Set(recipients.compactMap { if case .apns(let token) = $0.address { token.hex } else { nil } })
        // In order, so that neighbours in the index are read together.
        let values = tokens.sorted().map(SQLValue.text)
        try InList.forEach(values) { marks, values in
            let sql = "SELECT token, environment FROM \(tables.quoted(.tokenEnvironments)) WHERE token IN (\(marks))"
            try connection.forEachRow(sql, values) { row in
                environments[try row.string(0)] = PushEnvironment(rawValue: try row.string(1))
            }
        }
        try InList.forEach(values) { marks, values in
            // A verdict that the plugin has yet to apply counts as much as a removal; one that is undone is no longer there.
            let sql = """
                SELECT token, MAX(umeta_id), TIMESTAMPDIFF(MICROSECOND, '1970-01-01', MAX(created_at)) DIV 1000
                FROM \(tables.quoted(.prunes))
                WHERE token IN (\(marks)) AND app = ? AND state IN \(Self.states(reportedToo: reportedToo))
                AND created_at > UTC_TIMESTAMP(3) - INTERVAL ? HOUR GROUP BY token
                """
            try connection.forEachRow(sql, values + [.text(app), .integer(Int64(tombstoneHours))]) { row in
                tombstones[try row.string(0)] = Tombstone(
                    highestMetaID: try row.uint64(1), prunedAt: try row.int64(2))
            }
        }
    }

    /// The states of the rows that keep a token from being sent to, or, with `reportedToo`, from standing in usermeta.
    static func states(reportedToo: Bool) -> String {
        reportedToo ? "('removed', 'verdict', 'reported')" : "('removed', 'verdict')"
    }

    /// Joins what is known to a recipient. It counts as pruned until it stands in a row made later, or its record carries a
    /// later registration (contract, section 4).
    func join(to recipient: inout Recipient) {
        guard case .apns(let token) = recipient.address else { return }
        recipient.learnedEnvironment = environments[token.hex]
        guard let tombstone = tombstones[token.hex] else { return }
        let metaIDs = [recipient.source?.metaID].compactMap(\.self) + recipient.duplicates.map(\.metaID)
        let isInLaterRow = metaIDs.contains { $0 > tombstone.highestMetaID }
        let isRegisteredLater = recipient.registeredAt.map { $0 > tombstone.prunedAt } ?? false
        recipient.isPruned = !isInLaterRow && !isRegisteredLater
    }
}
