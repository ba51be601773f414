/// A broadcast channel that the simulated APNs knows.
package struct SimulatedChannel: Sendable, Hashable {
    /// What is kept for devices that are offline (`message-storage-policy`).
    package enum StoragePolicy: Int, Sendable, Hashable, CaseIterable {
        /// Nothing: only `apns-expiration: 0` is taken.
        case none = 0
        /// The newest message.
        case latest = 1
    }

    /// Base64, as `apns-channel-id` has it.
    package var id: String
    /// The app that it belongs to.
    package var bundleID: String
    package var environment: SimulatedEnvironment
    package var policy: StoragePolicy

    package init(
        _ id: String, bundleID: String, environment: SimulatedEnvironment = .production, policy: StoragePolicy = .none
    ) {
        self.id = id
        self.bundleID = bundleID
        self.environment = environment
        self.policy = policy
    }
}
