/// What may be changed while the simulator runs.
package struct SimulatorSettings: Sendable, Hashable {
    /// What is done with a device token that was never registered.
    package enum UnknownTokens: String, Sendable, Hashable, CaseIterable {
        case accept
        case badDeviceToken = "bad-device-token"
    }

    /// What is done with a key or certificate that was never registered.
    package enum UnknownCredentials: String, Sendable, Hashable, CaseIterable {
        case accept
        case reject
    }

    /// The server certificate that new connections are shown.
    package enum ServerCertificate: String, Sendable, Hashable, CaseIterable {
        case valid
        case expired
        case wrongHost = "wrong-host"
        case selfSigned = "self-signed"
    }

    /// Unregistered device tokens: taken, or `BadDeviceToken`. A token of zeros is always `BadDeviceToken`.
    package var unknownTokens = UnknownTokens.accept
    /// Unregistered signing keys: everything but the signature is checked, or `InvalidProviderToken`.
    package var unknownKeys = UnknownCredentials.accept
    /// Client certificates of another authority than the simulator's own: taken, or `BadCertificate`.
    package var unknownCertificates = UnknownCredentials.accept
    /// SETTINGS_MAX_CONCURRENT_STREAMS; a change is sent on every open connection.
    package var maximumConcurrentStreams: UInt32 = 500
    /// One stream only, until a connection has shown a valid provider token.
    package var oneStreamStart = true
    /// One stream only, from a rejection until the next 200 (pushy issue 732).
    package var collapseOnRejection = false
    /// Every answer comes this many milliseconds after its request.
    package var answerDelay: Int64 = 0
    /// Seconds that must pass between two changes of a provider token.
    package var tokenUpdateInterval: Int64 = 1200
    /// Seconds that the simulator's wall clock is ahead of the machine's (JWT ages, `date`).
    package var clockOffset: Int64 = 0
    /// New connections are shown this certificate.
    package var serverCertificate = ServerCertificate.valid
    /// Whether new connections are taken; when not, they are closed at once.
    package var acceptConnections = true
    /// Broadcast channels that an app may have in each environment.
    package var channelLimit = 10_000
    /// Whether apps have the broadcast capability; when not, `FeatureNotEnabled`.
    package var broadcastEnabled = true
    /// Whether bodies are kept in the record.
    package var keepBodies = true
    /// How many requests the record holds before the oldest give way; 0 keeps counts only.
    package var recordLimit = 200_000

    package init() {}
}
