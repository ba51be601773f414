import JSONText

/// One listing in both its forms: JSON with the contract's column names as keys, or a table. A column `token` is whole in
/// JSON, as the database has it, and shortened in the table: people need to tell tokens apart, not to read them.
struct Listing {
    private let columns: [String]
    private var rows: [JSONObject] = []

    /// A listing whose table shows these columns, in this order.
    init(columns: [String]) { self.columns = columns }

    /// Appends a row; the table leaves out members that are none of its columns.
    mutating func add(_ row: JSONObject) { rows.append(row) }

    /// Appends a row of these members.
    mutating func add(_ row: KeyValuePairs<String, JSONValue>) {
        rows.append(JSONObject(row.map { ($0.key, $0.value) }))
    }

    /// Prints the rows; `empty` is what people read when there are none.
    func print(to output: Output, json: Bool, empty: String) {
        if json {
            output.json(.array(rows.map(JSONValue.object)))
        } else if rows.isEmpty {
            output.line(empty)
        } else {
            var table = TextTable(columns)
            for row in rows { table.add(columns.map { Self.text(row[$0], column: $0) }) }
            for line in table.lines { output.line(line) }
        }
    }

    private static func text(_ value: JSONValue?, column: String) -> String? {
        switch value {
        case nil, .null?: nil
        case .string(let token)? where column == "token": ShownToken.text(token)
        case .string(let text)?: text
        case .array(let elements)?: elements.map { $0.string ?? JSONWriter.text($0) }.joined(separator: ", ")
        case .bool(let flag)?: flag ? "yes" : "no"
        case let value?: JSONWriter.text(value)
        }
    }
}
