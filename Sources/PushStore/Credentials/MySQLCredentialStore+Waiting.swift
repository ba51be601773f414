import MariaDB
package import PushCore

extension MySQLCredentialStore {
    // Few enough that a claim hardly waits for their locks, and an end to the walk whatever else is written meanwhile.
    private static let part = 500
    private static let mostParts = 2000

    // A waiting action is nobody's and due later; what Apple did not take for the credential's sake bears its class.
    private var findWaiting: String {
        """
        SELECT id FROM \(actions) AS action FORCE INDEX (claim)
        WHERE lane = ? AND state = 'sending' AND due_at > UTC_TIMESTAMP(3) AND app = ? AND owner IS NULL AND id > ?
            AND EXISTS (SELECT 1 FROM \(deliveries) WHERE action_id = action.id AND \(Self.isHeldBack))
        ORDER BY id LIMIT \(Self.part)
        """
    }

    private static let isHeldBack = "status = 'retry' AND error_class = 'auth_failed'"

    package func hasten(app: String, channel: PushChannel) async throws -> Int {
        let find = findWaiting
        let (actions, deliveries) = (actions, deliveries)
        let lane: Lane = channel == .voip ? .voip : .standard
        return try await database.run { connection in
            var hastened = 0
            var last: UInt64 = 0
            for _ in 0..<Self.mostParts {
                let values: [SQLValue] = [.integer(lane.number), .text(app), .unsigned(last)]
                let ids = try connection.query(find, values).map { try $0.uint64(0) }
                guard let highest = ids.max() else { break }
                let list = InList(ids: ids)
                _ = try connection.execute(
                    """
                    UPDATE \(deliveries) SET next_attempt_at = UTC_TIMESTAMP(3)
                    WHERE action_id IN (\(list.marks)) AND \(Self.isHeldBack)
                    """, list.values)
                hastened += try connection.execute(
                    """
                    UPDATE \(actions) SET lease_until = UTC_TIMESTAMP(3)
                    WHERE id IN (\(list.marks)) AND state = 'sending' AND owner IS NULL
                    """, list.values
                ).affectedRows
                last = highest
            }
            return hastened
        }
    }
}
