package import PushCore
package import ServiceRuntime

/// How to reach Apple (`[apns]`).
package struct ApnsConfiguration: Sendable {
    /// `https://host` or `https://host:port`.
    package var productionURL: String
    /// `https://host` or `https://host:port`.
    package var sandboxURL: String
    /// PEM file of root certificates instead of the system's.
    package var caFile: String?
    /// `http://[user:password@]host:port`.
    package var proxy: Secret<String>?
    package var environment: EnvironmentChoice
    /// Connections per lane, environment and credential, at least 1.
    package var connections: Int
    /// Streams per connection, at least 1.
    package var maximumStreams: Int

    /// The server of an environment.
    package func url(_ environment: PushEnvironment) -> String {
        environment == .production ? productionURL : sandboxURL
    }
}
