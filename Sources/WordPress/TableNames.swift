/// The names of the tables of one WordPress installation, all of them safe to stand in SQL.
package struct TableNames: Sendable, Equatable {
    /// The tables that PushBridge reads or keeps.
    package enum Table: String, Sendable, CaseIterable {
        case userMeta = "usermeta"
        case users = "users"
        case options = "options"
        case siteMeta = "sitemeta"
        case actions = "pushbridge_actions"
        case deliveries = "pushbridge_deliveries"
        case credentials = "pushbridge_credentials"
        case prunes = "pushbridge_prunes"
        case tokenEnvironments = "pushbridge_token_environments"
        case answers = "pushbridge_answers"
        case workers = "pushbridge_workers"
        case settings = "pushbridge_settings"
    }

    /// The longest base prefix: MySQL's names have 64 characters at most, and ours up to 29.
    package static let longestPrefix = 35
    /// The base prefix, `$table_prefix`: letters, digits, underscores.
    package let prefix: String
    private let customUserMeta: String?
    private let customUsers: String?

    /// Names with this base prefix.
    /// - Parameter customUserMeta: the full name of usermeta where a site has renamed it; `database.table` is allowed.
    /// - Throws: `WPConfigError` when a name could not stand in SQL.
    package init(
        prefix: String, customUserMeta: String? = nil, customUsers: String? = nil
    ) throws(WPConfigError) {
        guard Self.isPrefix(prefix), prefix.utf8.count <= Self.longestPrefix else {
            throw WPConfigError(
                problem: "the table prefix \"\(prefix)\" is not 1 to \(Self.longestPrefix) letters, digits, underscores"
            )
        }
        for name in [customUserMeta, customUsers].compactMap({ $0 }) where !Self.isName(name) {
            throw WPConfigError(problem: "\"\(name)\" is not the name of a table")
        }
        self.prefix = prefix
        self.customUserMeta = customUserMeta
        self.customUsers = customUsers
    }

    /// The table's name, unquoted.
    package func name(_ table: Table) -> String {
        switch table {
        case .userMeta: customUserMeta ?? prefix + table.rawValue
        case .users: customUsers ?? prefix + table.rawValue
        default: prefix + table.rawValue
        }
    }

    /// The table's name between backticks, for SQL.
    package func quoted(_ table: Table) -> String { Self.quote(name(table)) }

    /// The prefix of one site's own tables and meta keys: the base prefix for the main site (0 or 1), `wp_7_` for site 7.
    package func prefix(site: UInt64) -> String { site <= 1 ? prefix : "\(prefix)\(site)_" }

    /// The name of one site's options table between backticks, for SQL.
    package func quotedOptions(site: UInt64) -> String { Self.quote(prefix(site: site) + Table.options.rawValue) }

    /// Whether `text` can be a table prefix: letters, digits and underscores, at least one.
    package static func isPrefix(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isLetter) }

    private static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2
            && parts.allSatisfy { part in
                (1...64).contains(part.utf8.count) && part.utf8.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "$") }
            }
    }

    private static func quote(_ name: String) -> String {
        name.split(separator: ".").map { "`\($0)`" }.joined(separator: ".")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == UInt8(ascii: "_")
    }
}
