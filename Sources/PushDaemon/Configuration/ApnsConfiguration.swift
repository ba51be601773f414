package import PushCore
package import ServiceRuntime

/// How to reach Apple (`[apns]`).
package struct ApnsConfiguration: Sendable {
    /// `https://host` or `https://host:port`.
    package var productionURL: String
    /// `https://host` or `https://host:port`.
    package var sandboxURL: String
    /// Where channels are managed; nil: see `manageURL`.
    package var productionManageURL: String?
    /// Where channels are managed; nil: see `manageURL`.
    package var sandboxManageURL: String?
    /// PEM file of root certificates instead of the system's.
    package var caFile: String?
    /// `http://[user:password@]host:port`.
    package var proxy: Secret<String>?
    package var environment: EnvironmentChoice
    /// Connections per lane, environment and credential, at least 1.
    package var connections: Int
    /// Streams per connection, at least 1.
    package var maximumStreams: Int

    /// Whether a sender made with one would work just as with the other.
    package func isSame(as other: ApnsConfiguration) -> Bool {
        productionURL == other.productionURL && sandboxURL == other.sandboxURL && caFile == other.caFile
            && proxy?.reveal() == other.proxy?.reveal() && environment == other.environment
            && connections == other.connections && maximumStreams == other.maximumStreams
    }

    /// The server of an environment.
    package func url(_ environment: PushEnvironment) -> String {
        environment == .production ? productionURL : sandboxURL
    }

    /// The server that manages an environment's broadcast channels: as configured, else the one that belongs to the push
    /// server. Apple has hosts of its own for it; any other server (a simulator, a relay) is taken to do both.
    package func manageURL(_ environment: PushEnvironment) -> String {
        let configured = environment == .production ? productionManageURL : sandboxManageURL
        if let configured { return configured }
        let pushURL = url(environment)
        let host = pushURL.dropFirst("https://".count).prefix { $0 != ":" }.lowercased()
        guard host.hasSuffix(".push.apple.com") else { return pushURL }
        return environment == .production ? Self.appleProductionManageURL : Self.appleSandboxManageURL
    }

    /// Apple's, with the ports of its documentation (Sending channel management requests to APNs).
    static let appleProductionManageURL = "https://api-manage-broadcast.push.apple.com:2196"
    static let appleSandboxManageURL = "https://api-manage-broadcast.sandbox.push.apple.com:2195"
}
