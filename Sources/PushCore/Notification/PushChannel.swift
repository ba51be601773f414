/// Which of an app's two credentials sends a push: VoIP has its own, everything else uses the standard one.
package enum PushChannel: String, Sendable, Hashable, CaseIterable {
    case standard
    case voip
}
