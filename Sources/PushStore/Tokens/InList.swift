import MariaDB

/// Splits the values of an `IN (…)` so that any number of them needs only ten different statements, which stay prepared.
enum InList {
    private static let longest = 512

    /// Calls `body` with the question marks and values of each part: 1, 2, 4 … 512 values, the last one repeated to fill up.
    static func forEach(
        _ values: [SQLValue], _ body: (_ marks: String, _ values: [SQLValue]) throws -> Void
    ) rethrows {
        var rest = values[...]
        while let last = rest.prefix(longest).last {
            var part = Array(rest.prefix(longest))
            rest = rest.dropFirst(longest)
            var size = 1
            while size < part.count { size *= 2 }
            part += Array(repeating: last, count: size - part.count)
            try body(marks(size), part)
        }
    }

    /// As many question marks, with commas between them.
    static func marks(_ count: Int) -> String {
        count == 1 ? "?" : String(repeating: "?,", count: count - 1) + "?"
    }
}
