/// The pages that teach the whole program.
enum Overview {
    /// What somebody reads who typed nothing.
    static let short = "Begin with: push-bridge --help"

    /// `push-bridge --help`.
    static var text: String {
        var page = ManualPage()
        page.heading("NAME")
        page.paragraph("push-bridge - sends a WordPress site's push notifications to Apple's APNs")
        page.heading("SYNOPSIS")
        page.verbatim("push-bridge COMMAND [--config FILE] [OPTIONS]")
        page.verbatim("push-bridge COMMAND --help")
        page.verbatim("push-bridge help [COMMAND | config]")
        page.verbatim("push-bridge --version")
        page.heading("DESCRIPTION")
        page.paragraphs(
            """
            A WordPress site writes what it wants to send into a table of its own database. The daemon, \
            "push-bridge run", finds the row, looks up the user's device tokens in usermeta, sends the push to \
            Apple, writes down what became of it for every device, and removes dead tokens. Calls (type voip) \
            have a lane of their own and never wait for anything else.

            From nothing to the first push, as root:

              push-bridge init --wp-config /var/www/html/wp-config.php
              push-bridge credentials set --channel standard --bundle-id com.example.app \\
                  --p8 AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG --team-id DEF123GHIJ
              push-bridge doctor
              systemctl enable --now push-bridge
              push-bridge send --user 42 --title Hello --body World --wait
            """)
        for group in CommandTable.groups {
            page.heading(group.title.uppercased())
            for command in group.commands { page.item(command.manual.name, command.manual.summary, width: 28) }
        }
        page.heading("COMMON OPTIONS")
        for option in [Option.config, .json, .help] {
            page.item("--\(option.name)\(option.value.map { " \($0)" } ?? "")", option.help)
        }
        page.heading("EXIT CODES")
        for code in ExitCode.allCases { page.item("\(code.rawValue)", code.help, width: 5) }
        page.heading("FILES")
        page.item("/etc/push-bridge/push-bridge.ini", "The configuration; see push-bridge help config.")
        page.item("/etc/push-bridge/push-bridge.key", "The secret key that opens the stored credentials.")
        page.item("/var/lib/push-bridge", "Journal of results that the database has not taken yet.")
        page.heading("ENVIRONMENT")
        page.item("PUSH_BRIDGE_CONFIG", "The configuration file, unless --config names one.")
        page.item(
            "PUSH_BRIDGE_<SECTION>_<KEY>", "A setting, such as PUSH_BRIDGE_DATABASE_PASSWORD; wins over the file.")
        return page.text
    }

    /// `push-bridge help config`.
    static var configuration: String {
        var page = ManualPage()
        page.heading("NAME")
        page.paragraph("push-bridge.ini - the configuration of push-bridge")
        page.heading("DESCRIPTION")
        page.paragraphs(
            """
            Sections and keys, "key = value", UTF-8. A line that begins with ; or # is a comment, and so is what \
            follows a blank and ; or # behind a value without quotes. Quotes ("…" or '…') are optional. \
            Relative paths begin at the file's own directory.

            Every key has an environment variable that wins over the file when it is set, even to nothing: \
            PUSH_BRIDGE_<SECTION>_<KEY>. A section [app.NAME] may give the keys marked * for one app, without a \
            variable.

            A running daemon reads it again on HUP (systemctl reload push-bridge); what needs a restart, push-bridge \
            run --help tells.
            """)
        for section in SettingKey.sections {
            page.heading("[\(section)]")
            for key in SettingKey.all where key.section == section {
                let standard = key.standard.isEmpty ? "" : " Default: \(key.standard)"
                page.item("\(key.name)\(key.isPerApp ? " *" : "")", key.help + standard)
            }
        }
        return page.text
    }

    /// The page of commands that share their first word.
    static func family(_ word: String, _ commands: [Manual]) -> String {
        var page = ManualPage()
        page.heading("SYNOPSIS")
        for command in commands { page.synopsis("push-bridge \(command.name)", command.synopsis[0]) }
        page.heading("COMMANDS")
        for command in commands { page.item(command.name, command.summary, width: 28) }
        page.heading("MORE")
        page.verbatim("push-bridge \(word) COMMAND --help")
        return page.text
    }
}
