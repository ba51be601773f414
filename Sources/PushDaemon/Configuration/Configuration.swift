package import Telemetry

/// The whole configuration, checked. Made by `ConfigurationLoader`.
package struct Configuration: Sendable {
    /// The file it was read from.
    package let path: String
    package let database: DatabaseSettings
    /// The file with the secret key that opens stored credentials.
    package let keyFile: String
    /// The secret key before, during a change of keys.
    package let previousKeyFile: String?
    /// Where the journals are.
    package let stateDirectory: String
    /// What an app without a section of its own uses.
    package let general: AppConfiguration
    /// Milliseconds between two looks for calls.
    package let voipPollInterval: Int64
    /// Milliseconds between two looks for everything else.
    package let standardPollInterval: Int64
    /// Actions taken at once.
    package let batch: Int
    /// Actions of the standard lane held at once.
    package let maximumInFlight: Int
    package let retry: RetryConfiguration
    package let pruning: PruningConfiguration
    package let retention: RetentionConfiguration
    /// Where datagrams wake the daemon; nil: off.
    package let wakeListen: WakeAddress?
    /// Where health and metrics are served; nil: off.
    package let httpListen: ListenAddress?
    package let logFormat: LogFormat
    package let logLevel: LogLevel
    /// The apps that have a section of their own.
    package let apps: [String: AppConfiguration]

    /// Every setting in force and who gave it.
    package let settings: [EffectiveSetting]
    /// What is odd but no reason not to start.
    package let warnings: [String]

    /// The settings of an app.
    package func app(_ name: String) -> AppConfiguration { apps[name] ?? general }
}
