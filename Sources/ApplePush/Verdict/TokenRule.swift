/// What an answer says about the device token.
package enum TokenRule: String, Sendable, Hashable, CaseIterable {
    /// Nothing: it stays.
    case keep
    /// It is dead, unless it was registered after the answer's time stamp.
    case dead
    /// It is not known in this environment: it may live in the other.
    case otherEnvironment = "other environment"
    /// No token but a channel, and not known in this environment: it may live in the other. Never pruned.
    case channelElsewhere = "channel: other environment"
}
