import MariaDB

/// The values of an `IN (…)`, filled up to a power of two by repeating the last: so few statements are prepared, and stay so.
struct InList {
    /// The question marks, with commas between them.
    let marks: String
    /// The values for them.
    let values: [SQLValue]

    private static let longest = 512

    /// - Precondition: at least one value.
    init(_ values: some Collection<SQLValue>) {
        var values = Array(values)
        var size = 1
        while size < values.count { size *= 2 }
        if let last = values.last { values += repeatElement(last, count: size - values.count) }
        self.values = values
        marks = Self.marks(values.count)
    }

    /// A list of ids, in order: neighbours in the index are read together.
    /// - Precondition: at least one id.
    init(ids: some Collection<UInt64>) { self.init(ids.sorted().map(SQLValue.unsigned)) }

    /// Calls `body` with each part of any number of values, 512 at most at once.
    static func forEach(
        _ values: [SQLValue], _ body: (_ marks: String, _ values: [SQLValue]) throws -> Void
    ) rethrows {
        for start in stride(from: 0, to: values.count, by: longest) {
            let part = InList(values[start..<min(start + longest, values.count)])
            try body(part.marks, part.values)
        }
    }

    /// As many question marks, with commas between them.
    static func marks(_ count: Int) -> String {
        count == 1 ? "?" : String(repeating: "?,", count: count - 1) + "?"
    }
}
