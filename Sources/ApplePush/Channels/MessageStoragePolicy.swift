/// What Apple keeps of a channel's broadcasts for devices that are offline; fixed when the channel is made
/// (facts: Apple, Sending channel management requests to APNs).
package enum MessageStoragePolicy: String, Sendable, Hashable, CaseIterable {
    /// Nothing: for frequent updates, with a higher budget. Takes only `apns-expiration: 0`.
    case none
    /// The newest broadcast, up to eight hours.
    case latest

    /// `message-storage-policy`.
    var number: Int64 { self == .none ? 0 : 1 }

    /// The policy of a `message-storage-policy`; nil for one that we do not know.
    init?(number: Int64) {
        guard let policy = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = policy
    }
}
