/// A device token that the simulated APNs knows.
package struct SimulatedToken: Sendable, Hashable {
    /// What became of it.
    package enum State: Sendable, Hashable {
        case active
        /// Answers 410 `Unregistered` with this time, milliseconds since 1970.
        case unregistered(at: Int64)
        /// Answers 410 `ExpiredToken` with this time, milliseconds since 1970.
        case expired(at: Int64)
    }

    /// Lower-case hex digits.
    package var token: String
    /// Where it was made; the other environment answers `BadDeviceToken`.
    package var environment: SimulatedEnvironment
    /// The bundle ids it belongs to; empty = any.
    package var topics: [String]
    /// The kind of pushes it takes, by the kind's topic suffix.
    package var kind: SimulatedPushKind
    package var state: State

    /// A token in any case of hex digits.
    package init(
        _ token: String, environment: SimulatedEnvironment = .production, topics: [String] = [],
        kind: SimulatedPushKind = .standard, state: State = .active
    ) {
        self.token = token.lowercased()
        self.environment = environment
        self.topics = topics
        self.kind = kind
        self.state = state
    }
}
