import MariaDB

extension Bridge {
    /// Gives users 1 to `count` a standard token each, derived from the user's number; no simulator needs to know them.
    func addDevices(_ count: Int) throws {
        try site.execute(
            """
            INSERT INTO wp_usermeta (user_id, meta_key, meta_value)
            SELECT number, '\(Self.standardKey)', SHA2(CONCAT('device ', number), 256) FROM \(Self.numbers)
            WHERE number BETWEEN 1 AND \(count)
            """)
    }

    /// Enqueues an alert for each of the users 1 to `count`, all in one transaction.
    func enqueueForEach(_ count: Int) throws {
        try site.execute(
            """
            INSERT INTO wp_pushbridge_actions (user_id, message)
            SELECT number, CONCAT('{"title":"Hello","body":"Number ', number, '"}') FROM \(Self.numbers)
            WHERE number BETWEEN 1 AND \(count) ORDER BY number
            """)
    }

    // 0 to 99,999.
    private static let numbers: String = {
        let digit = "(SELECT 0 d" + (1...9).map { " UNION ALL SELECT \($0)" }.joined() + ")"
        let joined = (0..<5).map { "\(digit) t\($0)" }.joined(separator: " CROSS JOIN ")
        return "(SELECT t0.d + 10 * t1.d + 100 * t2.d + 1000 * t3.d + 10000 * t4.d AS number FROM \(joined)) numbers"
    }()
}
