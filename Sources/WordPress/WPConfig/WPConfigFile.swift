/// The settings in a wp-config.php, read from its text: the file is never executed. What only PHP could compute is named
/// with its line, so that the admin can put that one setting into our own configuration.
package struct WPConfigFile: Sendable, CustomStringConvertible {
    /// The largest file that is read, in bytes.
    package static let maximumSize = 1 << 20
    /// What an admin should look at: settings that the file gives twice, and files that it loads.
    package let warnings: [String]
    private let reader: WPConfigReader

    /// Reads the text of a wp-config.php.
    /// - Parameter directory: the directory in which the file lies, for `__DIR__`.
    /// - Throws: `WPConfigError` when the file is too large, no PHP, or cut off within a string or comment.
    package static func parse(_ bytes: [UInt8], directory: String) throws(WPConfigError) -> WPConfigFile {
        guard bytes.count <= maximumSize else {
            throw WPConfigError(problem: "the file has \(bytes.count) bytes; at most \(maximumSize) are read")
        }
        return WPConfigFile(WPConfigReader(try PHPTokenizer.tokens(bytes), directory: directory))
    }

    private init(_ reader: WPConfigReader) {
        self.reader = reader
        warnings = reader.warnings
    }

    /// Says nothing of the content, since the password is in it.
    package var description: String { "WPConfigFile" }

    /// `DB_NAME`.
    package var databaseName: WPConfigSetting<String> { text("DB_NAME") }
    /// `DB_USER`.
    package var user: WPConfigSetting<String> { text("DB_USER") }
    /// `DB_PASSWORD`.
    package var password: WPConfigSetting<String> { text("DB_PASSWORD") }
    /// `DB_HOST`, taken apart.
    package var host: WPConfigSetting<DatabaseHost> {
        text("DB_HOST").map { text throws(WPConfigError) in try DatabaseHost(text) }
    }
    /// `DB_CHARSET`.
    package var charset: WPConfigSetting<String> { text("DB_CHARSET") }
    /// `MYSQL_CLIENT_FLAGS`; see `MySQLClientFlags`.
    package var clientFlags: WPConfigSetting<Int64> {
        switch setting("MYSQL_CLIENT_FLAGS") {
        case .value(.integer(let flags)): .value(flags)
        case .value: .unreadable("MYSQL_CLIENT_FLAGS is not a number")
        case .absent(let text): .absent(text)
        case .unreadable(let text): .unreadable(text)
        }
    }
    /// `MYSQL_SSL_CA`, the file of the certification authorities for the database's certificate.
    package var tlsAuthorities: WPConfigSetting<String> { text("MYSQL_SSL_CA") }
    /// Whether this is a network of sites (`MULTISITE`).
    package var isMultisite: WPConfigSetting<Bool> { setting("MULTISITE").map { $0.isTrue ?? false } }
    /// `CUSTOM_USER_META_TABLE`: the full name of usermeta where a site has renamed it.
    package var customUserMetaTable: WPConfigSetting<String> { text("CUSTOM_USER_META_TABLE") }
    /// `CUSTOM_USER_TABLE`: the full name of users where a site has renamed it.
    package var customUsersTable: WPConfigSetting<String> { text("CUSTOM_USER_TABLE") }

    /// `$table_prefix`, made of letters, digits and underscores.
    package var tablePrefix: WPConfigSetting<String> {
        setting("$table_prefix", reader.tablePrefix).map { value throws(WPConfigError) in
            let prefix = String(decoding: value.bytes ?? [], as: UTF8.self)
            guard TableNames.isPrefix(prefix) else {
                throw WPConfigError(
                    problem: "$table_prefix \"\(prefix)\" may hold nothing but letters, digits and underscores")
            }
            return prefix
        }
    }

    /// Any constant, as text.
    package func text(_ name: String) -> WPConfigSetting<String> {
        setting(name).map { value throws(WPConfigError) in
            guard let text = String(validating: value.bytes ?? [], as: UTF8.self) else {
                throw WPConfigError(problem: "\(name) is not readable: it is not valid UTF-8")
            }
            return text
        }
    }

    private func setting(_ name: String) -> WPConfigSetting<WPConfigValue> { setting(name, reader.constants[name]) }

    private func setting(_ name: String, _ definition: WPConfigReader.Definition?) -> WPConfigSetting<WPConfigValue> {
        guard let definition else {
            let hint = (reader.inclusions.first { $0.path != nil } ?? reader.inclusions.first).map { inclusion in
                "; it loads \(inclusion.path ?? "another file") on line \(inclusion.line), which may: name that file"
            }
            return .absent("\(name) is not defined in this file\(hint ?? "")")
        }
        if case .computed(let cause) = definition.value {
            return .unreadable("\(name) is not readable: \(cause) at line \(definition.line)")
        }
        return .value(definition.value)
    }
}
