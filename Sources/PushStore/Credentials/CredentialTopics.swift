import JSONText
import MariaDB

/// The column `topics`: a JSON list, or NULL when nothing is known.
enum CredentialTopics {
    /// The column's value.
    static func column(_ topics: [String]) -> SQLValue {
        topics.isEmpty ? .null : .text(JSONWriter.text(.array(topics.map(JSONValue.string))))
    }

    /// The topics in the column; what is no list of texts counts as nothing known.
    static func list(_ text: String?) -> [String] {
        guard let text, let list = try? JSONParser.parse(Array(text.utf8)) else { return [] }
        return list.array?.compactMap(\.string) ?? []
    }
}
