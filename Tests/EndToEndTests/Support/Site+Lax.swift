import MariaDB

extension Site {
    /// Enqueues as a site does whose session takes everything: no strict mode, dates of zeros. A column that `more` names
    /// replaces the ordinary one.
    func enqueueLax(_ message: [UInt8], type: String, more: [String: String]) throws -> UInt64 {
        let session = try Connection(connection)
        try session.execute("SET SESSION sql_mode = ''")
        var columns = ["user_id": "1"]
        for (name, value) in more { columns[name] = value }
        let ordered = columns.sorted { $0.key < $1.key }
        return try session.execute(
            """
            INSERT INTO wp_pushbridge_actions (type, message, \(ordered.map(\.key).joined(separator: ", ")))
            VALUES (?, ?, \(ordered.map(\.value).joined(separator: ", ")))
            """, [.text(type), .bytes(message)]
        ).lastInsertID
    }
}
