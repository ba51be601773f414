import ServiceRuntime

/// Reads `[database]`: our own keys first, then the site's wp-config.php.
enum DatabaseSettingsReader {
    typealias Complaint = SettingReader.Complaint

    /// The most bytes a file with a password may have.
    private static let largestPasswordFile = 4096

    /// The settings; nil when something is missing or wrong. The reader holds the problems.
    static func read(_ reader: inout SettingReader) -> DatabaseSettings? {
        let before = reader.problems.count
        let host = text(.host, &reader)
        let port = reader.given(.port) == nil ? nil : reader.value(.port, Self.port)
        let socket = path(.socket, &reader)
        let name = text(.databaseName, &reader)
        let user = text(.user, &reader)
        let password = password(&reader)
        let tlsCA = path(.tlsCA, &reader)
        let prefix = reader.given(.tablePrefix) == nil ? nil : reader.value(.tablePrefix, Self.tablePrefix)

        if name == nil { missing(.databaseName, &reader) }
        if user == nil { missing(.user, &reader) }
        guard reader.problems.count == before, let name, let user else { return nil }
        let server: DatabaseSettings.Server =
            if let socket { .socket(path: socket) } else {
                .tcp(host: host ?? SettingKey.host.standard, port: port ?? 3306)
            }
        return DatabaseSettings(
            server: server, name: name, user: user, password: password ?? Secret(""), tlsCA: tlsCA,
            requiresTLS: tlsCA != nil, tablePrefix: prefix ?? SettingKey.tablePrefix.standard, wpConfig: nil)
    }

    private static func missing(_ key: SettingKey, _ reader: inout SettingReader) {
        reader.fail(
            key, .byDefault,
            "\(key.name) is missing: give it, or wp_config = /path/to/wp-config.php, or \(key.variable)")
    }

    /// An empty value counts as not given, so that a variable can take a key of the file away.
    private static func text(_ key: SettingKey, _ reader: inout SettingReader) -> String? {
        guard let found = reader.given(key), !found.text.isEmpty else { return nil }
        reader.note(key, found.text, found.origin)
        return found.text
    }

    private static func path(_ key: SettingKey, _ reader: inout SettingReader) -> String? {
        guard let found = reader.given(key), !found.text.isEmpty else { return nil }
        let path = SettingPath.resolved(found.text, found.origin)
        reader.note(key, path, found.origin)
        return path
    }

    /// The password; a variable wins over the file, whichever of the two keys it is for.
    private static func password(_ reader: inout SettingReader) -> Secret<String>? {
        let direct = reader.given(.password)
        let named = reader.given(.passwordFile).flatMap { $0.text.isEmpty ? nil : $0 }
        if let direct, let named, direct.isVariable == named.isVariable {
            reader.fail(.passwordFile, named.origin, "give password or password_file, not both")
            return nil
        }
        if let named, direct?.isVariable != true { return passwordFromFile(named, &reader) }
        guard let direct else { return nil }
        if direct.hadComment {
            reader.fail(.password, direct.origin, "password: put it in quotes, it holds a blank before ; or #")
        }
        reader.note(.password, direct.text, direct.origin)
        return Secret(direct.text)
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

    private static func port(_ text: String) throws(Complaint) -> Int {
        try SettingRules.integer(text, in: 1...65_535)
    }

    /// A prefix goes into every statement's text: nothing but harmless characters.
    private static func tablePrefix(_ text: String) throws(Complaint) -> String {
        let isHarmless = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
        }
        guard isHarmless, (1...32).contains(text.utf8.count) else {
            throw Complaint("\"\(text)\" is not 1 to 32 of the characters A-Z a-z 0-9 _")
        }
        return text
    }
}
