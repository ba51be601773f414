/// What an answer says about the credential, or the connection that carried it.
package enum CredentialRule: String, Sendable, Hashable, CaseIterable {
    /// Nothing.
    case keep
    /// The connection is spoilt: once more, at once, on a new one.
    case newConnection = "new connection"
    /// As above, and the provider token is to be renewed when its age allows.
    case renewToken = "renew token"
    /// The same provider token must not be changed for a while.
    case pause
    /// It is of no use in this environment; the other may be asked.
    case stopEnvironment = "stop in this environment"
    /// It may not push to this topic.
    case stopTopic = "stop for this topic"
    /// It is of no use until someone mends it.
    case stop

    /// Whether the connections that saw the answer are to be given up.
    package var retiresConnections: Bool { self == .newConnection || self == .renewToken }
}
