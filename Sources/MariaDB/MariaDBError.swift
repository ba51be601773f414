/// What went wrong in the database: the number and text of the server or the client library, and what to do about it.
/// Values bound to a statement never appear in it.
package struct MariaDBError: Error, Sendable, Equatable {
    /// Error number of the server (1000…) or the client library (2000…); 0 for our own.
    package let code: Int
    /// SQLSTATE, five characters.
    package let sqlState: String
    /// The server's or library's text, with values cut out.
    package let message: String
    /// What it means for the one who asked.
    package let category: Category
    /// The server it came from, as host:port or socket path; empty when none was involved.
    package let address: String

    init(code: Int, sqlState: String, message: String, category: Category, address: String) {
        self.code = code
        self.sqlState = sqlState
        self.category = category
        self.address = address
        switch category {
        case .duplicateKey, .badData: self.message = Self.withoutValues(message)
        default: self.message = message
        }
    }

    static func unexpectedValue(_ message: String) -> MariaDBError {
        MariaDBError(code: 0, sqlState: "HY000", message: message, category: .unexpectedValue, address: "")
    }

    /// Whether the connection must not be used any more.
    package var endsConnection: Bool {
        switch category {
        case .cannotConnect, .connectionLost, .tooManyConnections, .readOnly, .notPrimary, .accessDenied: true
        default: false
        }
    }

    /// Whether the account lacks a right.
    package var isDenied: Bool { [1044, 1142, 1143, 1227, 1370].contains(code) }

    /// Whether the statement may have been carried out although it failed.
    package var isOutcomeUnknown: Bool { category == .connectionLost(outcomeUnknown: true) }

    // "Duplicate entry 'x' for key 'y'", "Incorrect string value: 'x' for column …": a value may hold quotes itself.
    private static func withoutValues(_ message: String) -> String {
        let text = Array(message.utf8)
        guard let start = text.firstIndex(of: UInt8(ascii: "'")), !message.hasPrefix("Column ") else { return message }
        if message.hasPrefix("Data too long") || message.hasPrefix("Out of range") { return message }
        let marker = Array("' for ".utf8)
        let end = stride(from: text.count - marker.count, to: start, by: -1).first {
            text[$0..<$0 + marker.count].elementsEqual(marker)
        }
        let tail = end.map { text[$0...] } ?? []
        return String(decoding: text[...start] + Array("…".utf8) + tail, as: UTF8.self)
    }
}

extension MariaDBError: CustomStringConvertible {
    package var description: String {
        let place = address.isEmpty ? "" : " (\(address))"
        let number = code == 0 ? "" : " [error \(code), SQLSTATE \(sqlState)]"
        return "database\(place): \(message)\(number)\(advice.isEmpty ? "" : "; \(advice)")"
    }

    private var advice: String {
        switch category {
        case .cannotConnect where code == 2026: "check [database] tls_ca and the server's certificate"
        case .cannotConnect: "check that the server runs and that [database] host, port or socket name it"
        case .connectionLost(outcomeUnknown: true):
            "the connection broke before the answer came, so the statement may have been carried out"
        case .connectionLost(outcomeUnknown: false): "the connection broke; it is opened again by itself"
        case .conflict: "another transaction was in the way; trying again helps"
        case .tooManyConnections: "raise the server's max_connections or the account's limits"
        case .readOnly: "this server takes no writes: point [database] to the primary"
        case .notPrimary:
            "this cluster node has lost its majority: restore the cluster or point [database] to another node"
        case .accessDenied: "check [database] user and password, and from which hosts the account may connect"
        case .unknownDatabase: "check [database] name, and that the account has rights on it"
        case .missingTable:
            "check [database] table_prefix, and run `push-bridge migrate` if the table is one of pushbridge's"
        case .schemaOrGrant where isDenied:
            "grant the account this right (`push-bridge doctor` lists what is needed)"
        case .schemaOrGrant: "the schema is not the one expected: run `push-bridge migrate --status`"
        case .badData: "the value does not fit its column"
        case .duplicateKey: "a row with this key is there already"
        case .tooLarge: "make the message smaller or raise the server's max_allowed_packet"
        case .interrupted: "the server ended the statement: look for long transactions and locks"
        case .full: "free disk space on the database server"
        case .unexpectedValue: "the table's content or schema is not the one expected"
        case .other: ""
        }
    }
}
