import JSONText
import MariaDB

/// Rows of our tables as JSON, with the names of their columns as keys.
enum JSONRow {
    /// The row's values under `columns`, in order. Times become ISO 8601 in UTC, lists kept as JSON become lists.
    static func object(_ row: Row, _ columns: [String]) -> JSONObject {
        JSONObject(zip(columns, row.values).map { ($0, value($1, column: $0)) })
    }

    private static func value(_ value: SQLValue, column: String) -> JSONValue {
        switch value {
        case .null: .null
        case .integer(let number): .integer(number)
        case .unsigned(let number): JSONValue(number)
        case .double(let number): JSONValue(number)
        case .text(let text): json(Array(text.utf8), column: column)
        case .bytes(let bytes): json(bytes, column: column)
        }
    }

    private static func json(_ bytes: [UInt8], column: String) -> JSONValue {
        let text = String(decoding: bytes, as: UTF8.self)
        switch column {
        case "message", "audience", "warnings", "topics", "stats":
            // What is no JSON (PHP-serialized, broken) is shown as it is.
            return (try? JSONParser.parse(bytes)) ?? .string(text)
        case _ where column.hasSuffix("_at") || column == "not_after" || column == "apns_timestamp":
            return .string(text.split(separator: " ").joined(separator: "T") + "Z")
        default:
            return .string(text)
        }
    }
}
