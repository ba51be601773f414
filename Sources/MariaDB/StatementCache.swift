/// The prepared statements of one connection by their text; the one unused for longest goes when there are too many.
struct StatementCache {
    private struct Entry {
        let statement: PreparedStatement
        var lastUse: UInt64
    }

    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0
    private static let capacity = 64

    /// The statement for `sql`, made by `prepare` when it is not there yet.
    mutating func statement(
        for sql: String, prepare: () throws(MariaDBError) -> PreparedStatement
    ) throws(MariaDBError) -> PreparedStatement {
        uses += 1
        if let entry = entries[sql] {
            entries[sql]?.lastUse = uses
            return entry.statement
        }
        let statement = try prepare()
        if entries.count >= Self.capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
        entries[sql] = Entry(statement: statement, lastUse: uses)
        return statement
    }

    /// Drops the statement for `sql`.
    mutating func remove(_ sql: String) { entries[sql] = nil }

    /// Drops all of them.
    mutating func removeAll() { entries.removeAll() }
}
