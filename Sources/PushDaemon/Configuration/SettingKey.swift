/// One key that the configuration knows.
package struct SettingKey: Sendable, Equatable {
    package let section: String
    package let name: String
    /// The value when nobody gives one, written as in the file; empty: none.
    package let standard: String
    /// One or more lines for the file that `init` writes.
    package let help: String
    /// Whether the value must never be shown.
    package let isSecret: Bool
    /// Whether `[app.NAME]` may give it for one app.
    package let isPerApp: Bool

    init(
        _ section: String, _ name: String, default standard: String = "", secret: Bool = false, perApp: Bool = false,
        _ help: String
    ) {
        self.section = section
        self.name = name
        self.standard = standard
        self.help = help
        isSecret = secret
        isPerApp = perApp
    }

    /// The environment variable that overrides the file.
    package var variable: String { "PUSH_BRIDGE_\(section)_\(name)".uppercased() }
}
