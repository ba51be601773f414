/// The broadcast channels of all apps, in both environments.
struct ChannelBook: Sendable {
    private struct Owner: Hashable {
        let environment: SimulatedEnvironment
        let bundleID: String
    }

    // In the order of their creation.
    private var channels: [Owner: [SimulatedChannel]] = [:]

    /// Every channel, by environment and app.
    var all: [SimulatedChannel] {
        channels.sorted {
            ($0.key.environment.rawValue, $0.key.bundleID) < ($1.key.environment.rawValue, $1.key.bundleID)
        }
        .flatMap(\.value)
    }

    /// The channels of an app, the oldest first.
    func all(of bundleID: String, in environment: SimulatedEnvironment) -> [SimulatedChannel] {
        channels[Owner(environment: environment, bundleID: bundleID)] ?? []
    }

    /// The channel of this id; nil when the app has none such in this environment.
    func find(_ id: String, of bundleID: String, in environment: SimulatedEnvironment) -> SimulatedChannel? {
        all(of: bundleID, in: environment).first { $0.id == id }
    }

    /// Adds a channel, in place of one of the same id.
    mutating func add(_ channel: SimulatedChannel) {
        let owner = Owner(environment: channel.environment, bundleID: channel.bundleID)
        channels[owner, default: []].removeAll { $0.id == channel.id }
        channels[owner, default: []].append(channel)
    }

    /// Forgets a channel.
    mutating func remove(_ channel: SimulatedChannel) {
        let owner = Owner(environment: channel.environment, bundleID: channel.bundleID)
        channels[owner]?.removeAll { $0.id == channel.id }
    }
}
