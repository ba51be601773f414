import JSONText
import WordPress

/// `push-bridge wp-config`: what would be read from a wp-config.php.
enum WPConfigCommand: Command {
    static let manual = Manual(
        "wp-config", "shows what would be read from a wp-config.php", synopsis: ["PATH [--json]"],
        description: """
            Reads the file as [database] wp_config would, without running it, and shows each setting. The password \
            is not shown, only whether it can be read. What only PHP could compute is named with its line: give \
            that one setting in our own configuration.
            """,
        options: [.json], operands: ["PATH"],
        output: "A table of the constants. --json: a list of objects with name, value and problem.",
        exitCodes: [.configuration],
        examples: [Manual.Example("push-bridge wp-config /var/www/html/wp-config.php", "Before push-bridge init.")],
        seeAlso: ["init", "config"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let file: WPConfigFile
        do {
            file = try SiteFile(path: context.arguments.operands[0]).constants
        } catch {
            throw CommandFailure(.configuration, error.text)
        }
        var listing = Listing(columns: ["name", "value", "problem"])
        func add(_ name: String, _ setting: WPConfigSetting<String>) {
            listing.add([
                "name": .string(name), "value": JSONValue(setting.value), "problem": JSONValue(setting.problem),
            ])
        }
        add("DB_NAME", file.databaseName)
        add("DB_USER", file.user)
        add("DB_PASSWORD", shown(file.password) { _ in "<secret>" })
        add("DB_HOST", file.text("DB_HOST"))
        add("$table_prefix", file.tablePrefix)
        for (name, setting) in optional(file) {
            if case .absent = setting { continue }
            add(name, setting)
        }
        listing.print(to: context.output, json: context.wantsJSON, empty: "")
        for warning in file.warnings { context.output.remark("push-bridge: warning: \(warning)") }
        let needed = [file.databaseName, file.user, file.password, file.text("DB_HOST"), file.tablePrefix]
        return needed.allSatisfy { $0.value != nil } ? .ok : .configuration
    }

    private static func optional(_ file: WPConfigFile) -> [(String, WPConfigSetting<String>)] {
        [
            ("CUSTOM_USER_META_TABLE", file.customUserMetaTable), ("CUSTOM_USER_TABLE", file.customUsersTable),
            ("MYSQL_CLIENT_FLAGS", shown(file.clientFlags) { String($0) }), ("MYSQL_SSL_CA", file.tlsAuthorities),
        ]
    }

    private static func shown<Value>(
        _ setting: WPConfigSetting<Value>, _ text: (Value) -> String
    ) -> WPConfigSetting<String> {
        switch setting {
        case .value(let value): .value(text(value))
        case .absent(let why): .absent(why)
        case .unreadable(let why): .unreadable(why)
        }
    }
}
