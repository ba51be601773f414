package import MariaDB
package import PushCore
package import WordPress

/// What all daemons of the site counted of Apple's answers in the last ten minutes.
package struct AnswerWindow: Sendable {
    private let database: Database
    private let table: String
    private let worker: UInt64

    /// Seconds in a slot.
    private static let slot: Int64 = 10
    private static let slots = RejectionLimit.window / 1000 / slot

    /// - Parameter worker: the `id` of the daemon that counts: each has rows of its own, so that none waits for another.
    package init(database: Database, tables: TableNames, worker: UInt64) {
        self.database = database
        table = tables.quoted(.answers)
        self.worker = worker
    }

    // By the database's clock, which all daemons share.
    private static let now = "TIMESTAMPDIFF(SECOND, '1970-01-01', UTC_TIMESTAMP()) DIV \(slot)"

    private var insert: String {
        """
        INSERT INTO \(table) (slot, worker, app, kind, environment, accepted, rejected, moved)
        VALUES (\(Self.now), ?, ?, ?, ?, ?, ?, ?)
        ON DUPLICATE KEY UPDATE accepted = accepted + VALUES(accepted), rejected = rejected + VALUES(rejected),
            moved = moved + VALUES(moved)
        """
    }

    private var sums: String {
        """
        SELECT app, kind, environment, SUM(accepted), SUM(rejected), SUM(moved) FROM \(table)
        WHERE slot > \(Self.now) - \(Self.slots) GROUP BY app, kind, environment
        """
    }

    /// Adds `counts`, all or none, and reads what is counted in the window then.
    package func add(_ counts: [PruningScope: AnswerCount]) async throws -> [PruningScope: AnswerCount] {
        let (insert, sums) = (insert, sums)
        return try await database.run { connection in
            if !counts.isEmpty {
                try connection.transaction {
                    for (scope, count) in counts.sorted(by: { $0.key.name < $1.key.name }) {
                        _ = try connection.execute(
                            insert,
                            [
                                .unsigned(worker), .text(scope.app), .text(scope.kind.rawValue),
                                .text(scope.environment.rawValue), .integer(Int64(count.accepted)),
                                .integer(Int64(count.rejected)), .integer(Int64(count.moved)),
                            ])
                    }
                }
            }
            var found: [PruningScope: AnswerCount] = [:]
            for row in try connection.query(sums) {
                // A kind from a newer version is judged by its daemons.
                guard let kind = TokenKind(rawValue: try row.string(1)),
                    let environment = PushEnvironment(rawValue: try row.string(2))
                else { continue }
                found[PruningScope(app: try row.string(0), kind: kind, environment: environment)] = AnswerCount(
                    accepted: try row.int(3), rejected: try row.int(4), moved: try row.int(5))
            }
            return found
        }
    }

    /// Removes what counts no more.
    package func forget() async throws {
        let sql = "DELETE FROM \(table) WHERE slot <= \(Self.now) - \(Self.slots)"
        _ = try await database.run { connection in try connection.execute(sql) }
    }
}
