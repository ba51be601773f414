/// One option of a command.
package struct Option: Sendable, Equatable {
    /// Without the dashes.
    package let name: String
    /// What stands for the value in the manual; nil: the option takes none.
    package let value: String?
    /// Whether it may be given more than once.
    package let isRepeatable: Bool
    package let help: String

    /// An option with a value, as in `--name VALUE` or `--name=VALUE`.
    package init(_ name: String, _ value: String, repeatable: Bool = false, _ help: String) {
        self.name = name
        self.value = value
        isRepeatable = repeatable
        self.help = help
    }

    /// An option without a value.
    package init(flag name: String, _ help: String) {
        self.name = name
        value = nil
        isRepeatable = false
        self.help = help
    }

    static let config = Option(
        "config", "FILE", "Configuration file (default: $PUSH_BRIDGE_CONFIG, else /etc/push-bridge/push-bridge.ini).")
    static let json = Option(flag: "json", "Print JSON for machines.")
    static let help = Option(flag: "help", "Show this manual.")
}
