import MariaDB
import PushCore

/// The part of a claim's condition that keeps to, or leaves out, what rests.
struct PausedRows {
    /// Begins with ` AND`, or is empty.
    let condition: String
    /// The values for its question marks.
    let values: [SQLValue]

    /// The condition of rows that do not rest; nil when the whole lane does.
    init?(except pause: QueuePause, lane: Lane) {
        guard !pause.covers(lane) else { return nil }
        var condition = ""
        var values: [SQLValue] = []
        for (column, list) in Self.lists(pause) {
            condition += " AND \(column) NOT IN (\(InList.marks(list.count)))"
            values += list
        }
        self.condition = condition
        self.values = values
    }

    /// The condition of rows that do rest; nil when none of the lane does.
    init?(only pause: QueuePause, lane: Lane) {
        let lists = pause.covers(lane) ? [] : Self.lists(pause)
        guard pause.covers(lane) || !lists.isEmpty else { return nil }
        let parts = lists.map { "\($0.column) IN (\(InList.marks($0.values.count)))" }
        condition = parts.isEmpty ? "" : " AND (\(parts.joined(separator: " OR ")))"
        values = lists.flatMap(\.values)
    }

    private static func lists(_ pause: QueuePause) -> [(column: String, values: [SQLValue])] {
        var lists: [(String, [SQLValue])] = []
        if !pause.apps.isEmpty { lists.append(("app", InList(pause.apps.sorted().map(SQLValue.text)).values)) }
        if !pause.actions.isEmpty { lists.append(("id", InList(ids: pause.actions).values)) }
        return lists
    }
}
