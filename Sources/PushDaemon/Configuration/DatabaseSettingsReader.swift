import ServiceRuntime
import WordPress

/// Reads `[database]`: our own keys first, then the site's wp-config.php.
struct DatabaseSettingsReader {
    private typealias Complaint = SettingReader.Complaint

    /// The most bytes a file with a password may have.
    private static let largestPasswordFile = 4096
    private static let defaultPort = 3306

    private let site: SiteFile?

    /// The settings; nil when something is missing or wrong. The reader holds the problems.
    static func read(_ reader: inout SettingReader) -> DatabaseSettings? {
        let before = reader.problems.count
        var site: SiteFile?
        if let found = path(.wpConfig, &reader) {
            do {
                site = try SiteFile(path: found.text)
            } catch {
                reader.fail(.wpConfig, found.origin, "wp_config: \(error.text)")
                return nil
            }
        }
        let settings = DatabaseSettingsReader(site: site).settings(&reader)
        return reader.problems.count == before ? settings : nil
    }

    private func settings(_ reader: inout SettingReader) -> DatabaseSettings? {
        let name = text(.databaseName, site?.constants.databaseName, "DB_NAME", &reader)
        let user = text(.user, site?.constants.user, "DB_USER", &reader)
        let password = password(&reader)
        let server = server(&reader)
        let authority = authority(&reader)
        let tables = tables(&reader)
        guard let name, let user, let password, let server, let tables else { return nil }
        let flags = site?.constants.clientFlags.value ?? 0
        return DatabaseSettings(
            server: server, name: name, user: user, password: password, tlsCA: authority,
            requiresTLS: authority != nil || flags & MySQLClientFlags.tls != 0, tables: tables, wpConfig: site?.path)
    }

    // MARK: One setting each

    private func server(_ reader: inout SettingReader) -> DatabaseSettings.Server? {
        let host = Self.given(.host, &reader)
        let port = reader.given(.port) == nil ? nil : reader.value(.port, Self.port)
        if let socket = Self.path(.socket, &reader) { return .socket(path: socket.text) }
        if let host { return .tcp(host: host.text, port: port ?? Self.defaultPort) }
        guard let site else { return .tcp(host: SettingKey.host.standard, port: port ?? Self.defaultPort) }
        guard let found = site.constants.host.value else {
            missing(.host, site.constants.host.problem, &reader)
            return nil
        }
        let origin = SettingOrigin.wordPress(path: site.path, name: "DB_HOST")
        if let socket = found.socket, port == nil {
            reader.note(.socket, socket, origin)
            return .socket(path: socket)
        }
        reader.note(.host, found.host, origin)
        if port == nil, let own = found.port { reader.note(.port, "\(own)", origin) }
        return .tcp(host: found.host, port: port ?? found.port.map { Int($0) } ?? Self.defaultPort)
    }

    private func authority(_ reader: inout SettingReader) -> String? {
        if let own = Self.path(.tlsCA, &reader) { return own.text }
        guard let site, let path = site.constants.tlsAuthorities.value, !path.isEmpty else { return nil }
        reader.note(.tlsCA, path, .wordPress(path: site.path, name: "MYSQL_SSL_CA"))
        return path
    }

    private func tables(_ reader: inout SettingReader) -> TableNames? {
        var prefix = reader.given(.tablePrefix)?.text
        if prefix != nil || site == nil {
            prefix = reader.value(.tablePrefix, Self.prefix)
        } else if let site {
            let found = site.constants.tablePrefix
            if case .unreadable(let why) = found { missing(.tablePrefix, why, &reader) }
            prefix = found.value ?? SettingKey.tablePrefix.standard
            let origin = SettingOrigin.wordPress(path: site.path, name: "$table_prefix")
            reader.note(.tablePrefix, prefix ?? "", found.value == nil ? .byDefault : origin)
        }
        do {
            return try TableNames(
                prefix: prefix ?? SettingKey.tablePrefix.standard,
                customUserMeta: site?.constants.customUserMetaTable.value,
                customUsers: site?.constants.customUsersTable.value)
        } catch {
            let origin = site.map { SettingOrigin.wordPress(path: $0.path, name: "CUSTOM_USER_META_TABLE") }
            reader.fail(.tablePrefix, origin ?? .byDefault, error.problem)
            return nil
        }
    }

    /// The password; a variable wins over the file, whichever of the two keys it is for.
    private func password(_ reader: inout SettingReader) -> Secret<String>? {
        let direct = reader.given(.password)
        let named = reader.given(.passwordFile).flatMap { $0.text.isEmpty ? nil : $0 }
        if let direct, let named, direct.isVariable == named.isVariable {
            reader.fail(.passwordFile, named.origin, "give password or password_file, not both")
            return nil
        }
        if let named, direct?.isVariable != true { return Self.passwordFromFile(named, &reader) }
        if let direct {
            if direct.hadComment {
                reader.fail(.password, direct.origin, "password: put it in quotes, it holds a blank before ; or #")
            }
            reader.note(.password, direct.text, direct.origin)
            return Secret(direct.text)
        }
        guard let site else { return Secret("") }
        guard let password = site.constants.password.value else {
            missing(.password, site.constants.password.problem, &reader)
            return nil
        }
        reader.note(.password, password, .wordPress(path: site.path, name: "DB_PASSWORD"))
        return Secret(password)
    }

    private static func passwordFromFile(
        _ found: SettingReader.Found, _ reader: inout SettingReader
    ) -> Secret<String>? {
        let path = SettingPath.resolved(found.text, found.origin)
        reader.note(.passwordFile, path, found.origin)
        do {
            let bytes = try FileSystem.read(path, limit: largestPasswordFile)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                reader.fail(.passwordFile, found.origin, "password_file: \(path) is not UTF-8 text")
                return nil
            }
            return Secret(text.withoutFinalNewline)
        } catch {
            reader.fail(.passwordFile, found.origin, "password_file: \(error)")
            return nil
        }
    }

    // MARK: Kinds of values

    private func text(
        _ key: SettingKey, _ constant: WPConfigSetting<String>?, _ constantName: String, _ reader: inout SettingReader
    ) -> String? {
        if let own = Self.given(key, &reader) { return own.text }
        guard let site, let text = constant?.value, !text.isEmpty else {
            missing(key, constant.map { $0.problem ?? "\(constantName) is empty" }, &reader)
            return nil
        }
        reader.note(key, text, .wordPress(path: site.path, name: constantName))
        return text
    }

    /// Notes that neither we nor wp-config.php (`why`) say what `key` is.
    private func missing(_ key: SettingKey, _ why: String?, _ reader: inout SettingReader) {
        if let site {
            let advice = "give [database] \(key.name) or \(key.variable)"
            reader.fail(key, .wordPress(path: site.path, name: ""), "\(why ?? "not given"); \(advice)")
        } else {
            let advice = "give it, or wp_config = /path/to/wp-config.php, or \(key.variable)"
            reader.fail(key, .byDefault, "\(key.name) is missing: \(advice)")
        }
    }

    /// An empty value counts as not given, so that a variable can take a key of the file away.
    private static func given(_ key: SettingKey, _ reader: inout SettingReader) -> SettingReader.Found? {
        guard let found = reader.given(key), !found.text.isEmpty else { return nil }
        reader.note(key, found.text, found.origin)
        return found
    }

    private static func path(_ key: SettingKey, _ reader: inout SettingReader) -> SettingReader.Found? {
        guard let found = reader.given(key), !found.text.isEmpty else { return nil }
        let path = SettingPath.resolved(found.text, found.origin)
        reader.note(key, path, found.origin)
        return SettingReader.Found(text: path, origin: found.origin, hadComment: found.hadComment)
    }

    private static func prefix(_ text: String) throws(Complaint) -> String {
        do {
            return try TableNames(prefix: text).prefix
        } catch {
            throw Complaint(error.problem)
        }
    }

    private static func port(_ text: String) throws(Complaint) -> Int {
        try SettingRules.integer(text, in: 1...65_535)
    }
}
