/// Rows in aligned columns, for people.
struct TextTable {
    private let columns: [String]
    private var rows: [[String]] = []
    /// A cell is cut after so many characters.
    private static let widestCell = 60

    /// Starts a table with these column names.
    init(_ columns: [String]) { self.columns = columns }

    /// Appends a row, one text per column; nil shows as "-".
    mutating func add(_ cells: [String?]) {
        rows.append(cells.map { Self.cell($0 ?? "-") })
    }

    /// The lines, the names first; no blanks at line ends.
    var lines: [String] {
        let all = [columns.map { $0.uppercased() }] + rows
        let widths = columns.indices.map { column in all.map { Self.width($0[column]) }.max() ?? 0 }
        return all.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                line += cell + String(repeating: " ", count: width - Self.width(cell) + 2)
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func cell(_ text: String) -> String {
        let safe = safe(text)
        return safe.count > widestCell ? safe.prefix(widestCell - 1) + "…" : safe
    }

    /// Text of others goes to a terminal: nothing in it may move the cursor.
    static func safe(_ text: String) -> String {
        var safe = ""
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            safe.unicodeScalars.append(isControl ? " " : scalar)
        }
        return safe
    }

    private static func width(_ text: String) -> Int { text.count }
}
