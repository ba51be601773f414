package import MariaDB
import PushStore

/// What a running command has at hand.
package struct CommandContext: Sendable {
    package let arguments: ParsedArguments
    package let environment: [String: String]
    package let output: Output

    /// Where the configuration is unless somebody says otherwise.
    static let defaultConfigPath = "/etc/push-bridge/push-bridge.ini"

    /// The configuration file that option, variable or default name.
    package var configPath: String {
        if let path = arguments.value(Option.config.name) { return path }
        if let path = environment["PUSH_BRIDGE_CONFIG"], !path.isEmpty { return path }
        return Self.defaultConfigPath
    }

    /// Whether machines read the result.
    package var wantsJSON: Bool { arguments.has(.json) }

    /// Reads the configuration and shows its warnings.
    /// - Throws: `CommandFailure` with exit code 3 and every problem.
    package func configuration() throws(CommandFailure) -> Configuration {
        do {
            let configuration = try ConfigurationLoader.load(path: configPath, environment: environment)
            for warning in configuration.warnings { self.warning(warning) }
            return configuration
        } catch {
            throw CommandFailure(.configuration, error.description)
        }
    }

    /// A session with the site's database, opened by the first statement.
    package func database(_ configuration: Configuration) -> Database {
        Database(configuration: configuration.database.connection, name: "command")
    }

    /// Prints a remark that somebody should heed.
    package func warning(_ text: String) { output.remark("push-bridge: warning: \(text)") }
}
