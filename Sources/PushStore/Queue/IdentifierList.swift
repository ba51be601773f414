package import MariaDB

/// A list of ids for `IN (…)`. It is filled up to few lengths by repeating the last, so that few statements are prepared.
package struct IdentifierList {
    /// The question marks, comma-separated.
    package let placeholders: String
    /// The values for them.
    package let values: [SQLValue]

    private static let lengths = [1, 4, 16, 64, 128, 256, 512, 1024, 4096]

    /// - Precondition: at least one id.
    package init(_ ids: some Collection<UInt64>) {
        var values = ids.sorted().map(SQLValue.unsigned)
        let length = Self.lengths.first { $0 >= values.count } ?? values.count
        if let last = values.last { values.append(contentsOf: repeatElement(last, count: length - values.count)) }
        self.values = values
        placeholders = repeatElement("?", count: values.count).joined(separator: ",")
    }
}
