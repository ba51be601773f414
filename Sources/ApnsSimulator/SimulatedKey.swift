/// A signing key (.p8) that the simulated APNs knows; only its public half is needed.
package struct SimulatedKey: Sendable, Hashable {
    /// The ten characters of the JWT's `kid`.
    package var keyID: String
    /// The ten characters of the JWT's `iss`.
    package var teamID: String
    /// The public key, PEM (`BEGIN PUBLIC KEY`).
    package var publicKeyPEM: String
    /// Where it may be used; elsewhere `BadEnvironmentKeyIdInToken`.
    package var environments: Set<SimulatedEnvironment>
    /// Bundle ids it may send to; empty = every app of the team.
    package var topics: [String]
    /// The one other key that may share a connection with it (a topic key's sibling).
    package var relatedKeyID: String?

    package init(
        keyID: String, teamID: String, publicKeyPEM: String,
        environments: Set<SimulatedEnvironment> = [.production, .sandbox], topics: [String] = [],
        relatedKeyID: String? = nil
    ) {
        self.keyID = keyID
        self.teamID = teamID
        self.publicKeyPEM = publicKeyPEM
        self.environments = environments
        self.topics = topics
        self.relatedKeyID = relatedKeyID
    }
}
