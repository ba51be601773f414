package import JSONText
package import MariaDB
import PushCore
package import WordPress

/// Takes out of usermeta what was found dead and stands there still: verdicts that nobody has applied, and pruned tokens
/// that something has written back. A token that was registered since stays.
package struct TokenCleaning: Sendable {
    private let database: Database
    private let tables: TableNames
    private let settings: TokenSettings

    /// What a run has done, or would do.
    package struct Report: Sendable {
        /// Each token found, with the tables' column names as keys.
        package internal(set) var tokens: [JSONObject] = []
        /// What became of them; all zero in a dry run.
        package internal(set) var summary = PruneSummary()
    }

    /// Works through `database`.
    package init(database: Database, tables: TableNames, settings: TokenSettings) {
        self.database = database
        self.tables = tables
        self.settings = settings
    }

    /// Goes through all of usermeta.
    /// - Parameters:
    ///   - reportedToo: whether verdicts count that were only reported, by mode or because a breaker was open.
    ///   - dryRun: whether nothing is changed.
    ///   - progress: told the share that is done, 0…1.
    package func run(reportedToo: Bool, dryRun: Bool, progress: @escaping (Double) -> Void) async throws -> Report {
        let index = TokenKeyIndex(settings)
        let finder = PrunedRecipients(database: database, tables: tables, settings: settings)
        let pruner = MySQLTokenPruner(database: database, tables: tables, settings: { [settings] in settings })
        var report = Report()
        let walk = TokenWalk(database: database, tables: tables, keys: index.keys)
        try await walk.forEachPart(progress: progress) { rows in
            let found = try await finder.find(in: rows, index, reportedToo: reportedToo)
            let verdicts = try await verdicts(on: found, reportedToo: reportedToo)
            report.tokens += verdicts.map(Self.json)
            if !dryRun { report.summary.add(try await pruner.apply(verdicts, mode: .direct)) }
            return true
        }
        return report
    }

    /// The verdicts that each of them got last.
    private func verdicts(on found: [PrunedRecipients.Found], reportedToo: Bool) async throws -> [PruneVerdict] {
        let byApp = Dictionary(grouping: found, by: \.app)
        var verdicts: [PruneVerdict] = []
        for (app, found) in byApp.sorted(by: { $0.key < $1.key }) {
            let latest = try await latestVerdicts(
                Set(found.map(\.recipient.column)), app: app, reportedToo: reportedToo)
            verdicts += found.compactMap { found in
                latest[found.recipient.column].map { latest in
                    PruneVerdict(
                        actionID: latest.actionID, app: app, recipient: found.recipient, death: latest.death,
                        environment: latest.environment)
                }
            }
        }
        return verdicts
    }

    private struct Latest {
        let actionID: UInt64
        let death: TokenDeath
        let environment: PushEnvironment?
    }

    private func latestVerdicts(_ tokens: Set<String>, app: String, reportedToo: Bool) async throws -> [String: Latest]
    {
        try await database.run { connection in
            var latest: [String: Latest] = [:]
            try InList.forEach(tokens.sorted().map(SQLValue.text)) { marks, values in
                let sql = """
                    SELECT token, COALESCE(action_id, 0), reason, environment,
                    TIMESTAMPDIFF(MICROSECOND, '1970-01-01', apns_timestamp) DIV 1000
                    FROM \(tables.quoted(.prunes)) WHERE token IN (\(marks)) AND app = ?
                    AND state IN \(TokenHistory.states(reportedToo: reportedToo)) ORDER BY id
                    """
                try connection.forEachRow(sql, values + [.text(app)]) { row in
                    latest[try row.string(0)] = Latest(
                        actionID: try row.uint64(1),
                        death: TokenDeath(reason: try row.string(2), timestamp: try row.optionalInt64(4)),
                        environment: try row.optionalString(3).flatMap(PushEnvironment.init))
                }
            }
            return latest
        }
    }

    private static func json(_ verdict: PruneVerdict) -> JSONObject {
        JSONObject([
            ("app", .string(verdict.app)), ("user_id", JSONValue(verdict.recipient.userID)),
            ("umeta_id", JSONValue(verdict.recipient.source?.metaID)),
            ("meta_key", JSONValue(verdict.recipient.source?.metaKey)),
            ("token", .string(verdict.recipient.column)), ("reason", .string(verdict.death.reason)),
        ])
    }
}

extension PruneSummary {
    /// Adds what became of other verdicts.
    fileprivate mutating func add(_ other: PruneSummary) {
        removed += other.removed
        verdicts += other.verdicts
        reported += other.reported
        changed += other.changed
        registeredLater += other.registeredLater
        repeated += other.repeated
    }
}
