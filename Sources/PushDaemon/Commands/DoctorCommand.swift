import JSONText

/// `push-bridge doctor`: every check that an admin would make.
enum DoctorCommand: Command {
    static let manual = Manual(
        "doctor", "checks everything, and says what to do",
        description: """
            Checks the configuration, the database with its schema and grants, the clocks, the keys and their \
            permissions, the state directory and the stored credentials. Then it lists every setting in force and \
            who gave it: a line of the file, an environment variable, wp-config.php, or the default. Without \
            --accept nothing is changed, and without --online Apple is not asked.

            --online tries each credential at Apple as "credentials verify" does: with a push to a device token that \
            cannot exist, to every environment that is allowed. No device gets anything.

            The exit code is that of the first failed check; warnings do not count.
            """,
        options: [
            Option(flag: "accept", "Take new credentials again after a foreign public key was found and looked into."),
            Option(flag: "online", "Try each credential at Apple, too."), .json,
        ],
        output: """
            One line for each check: ok, warning or FAILED, with what to do; then the settings. --json: an object \
            with checks (check, status, text) and settings (section, key, value, origin).
            """,
        exitCodes: [.configuration, .database, .credentials],
        examples: [
            Manual.Example("push-bridge doctor", "After the set-up, and whenever something is odd."),
            Manual.Example("push-bridge doctor --online", "Before going live: does Apple take the credentials?"),
        ],
        seeAlso: ["credentials verify", "status", "config"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let configuration = try context.configuration()
        if context.arguments.has("accept") {
            let tables = configuration.database.tables
            try await PublishedKey(database: context.database(configuration), tables: tables).acceptAlarm()
        }
        var examination = Examination(configuration, context)
        await examination.run()
        let output = context.output
        let settings = configuration.settings.map { setting in
            JSONObject([
                ("section", .string(setting.section)), ("key", .string(setting.key)),
                ("value", .string(setting.shown)), ("origin", .string(setting.origin.description)),
            ])
        }
        if context.wantsJSON {
            output.json([
                "checks": .array(examination.findings.map { .object($0.json) }),
                "settings": .array(settings.map(JSONValue.object)),
            ])
        } else {
            for finding in examination.findings {
                output.line("\(finding.mark)  \(finding.check): \(TextTable.safe(finding.text))")
            }
            output.line()
            var listing = Listing(columns: ["section", "key", "value", "origin"])
            for setting in settings { listing.add(setting) }
            listing.print(to: output, json: false, empty: "")
        }
        return examination.findings.lazy.compactMap(\.failure).first ?? .ok
    }
}
