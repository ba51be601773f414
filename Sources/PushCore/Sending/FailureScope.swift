/// What a failure is about: how far its cause reaches.
package enum FailureScope: String, Sendable, Hashable, CaseIterable {
    /// Nothing failed.
    case none
    /// This device token.
    case token
    /// This message; the next may be right.
    case payload
    /// This credential with this topic.
    case topic
    /// Every push of this credential.
    case credential
    /// This credential, or this token, in this environment.
    case environment
    /// This device, for a while.
    case deviceRate = "device rate"
    /// Everything sent to Apple.
    case apple
    /// The way to Apple.
    case network
    /// Our clock, or a provider token made by it.
    case clock
}
