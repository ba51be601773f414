import MariaDB

/// Which actions are removed.
package struct PurgeSelection: Sendable {
    /// The states in which nothing more happens.
    package static let finalStates = ["sent", "partial", "failed", "expired", "cancelled"]

    /// Values of the column `state`; at least one, none of them `sending`.
    package var states: [String]
    /// The column `app`; nil: any.
    package var app: String?
    /// Seconds since they were enqueued; nil: any.
    package var age: Int64?

    package init(states: [String] = finalStates, app: String? = nil, age: Int64? = nil) {
        self.states = states
        self.app = app
        self.age = age
    }

    /// A condition on a row of the actions, and the values for it.
    var condition: (sql: String, values: [SQLValue]) {
        var sql = "state IN (\(InList.marks(states.count)))"
        var values = states.map(SQLValue.text)
        if let app {
            sql += " AND app = ?"
            values.append(.text(app))
        }
        if let age {
            sql += " AND created_at < UTC_TIMESTAMP(3) - INTERVAL ? SECOND"
            values.append(.integer(age))
        }
        return (sql, values)
    }
}
