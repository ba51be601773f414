/// The broadcast channels of all apps, in both environments.
struct ChannelBook: Sendable {
    fileprivate struct Owner: Hashable {
        let environment: SimulatedEnvironment
        let bundleID: String
    }

    private struct Entry: Sendable {
        let channel: SimulatedChannel
        /// Counts all that were ever made.
        let number: Int
    }

    private var entries: [Owner: [String: Entry]] = [:]
    private var lastNumber = 0

    /// Every channel, the oldest first.
    var all: [SimulatedChannel] { Self.inOrder(entries.values.flatMap(\.values)) }

    /// The channels of an app, the oldest first.
    func all(of bundleID: String, in environment: SimulatedEnvironment) -> [SimulatedChannel] {
        Self.inOrder(Array(entries[Owner(environment: environment, bundleID: bundleID), default: [:]].values))
    }

    /// How many channels an app has.
    func count(of bundleID: String, in environment: SimulatedEnvironment) -> Int {
        entries[Owner(environment: environment, bundleID: bundleID)]?.count ?? 0
    }

    /// The channel of this id; nil when the app has none such in this environment.
    func find(_ id: String, of bundleID: String, in environment: SimulatedEnvironment) -> SimulatedChannel? {
        entries[Owner(environment: environment, bundleID: bundleID)]?[id]?.channel
    }

    /// Adds a channel, in place of one of the same id.
    mutating func add(_ channel: SimulatedChannel) {
        lastNumber += 1
        entries[Owner(channel), default: [:]][channel.id] = Entry(channel: channel, number: lastNumber)
    }

    /// Forgets a channel.
    mutating func remove(_ channel: SimulatedChannel) { entries[Owner(channel)]?[channel.id] = nil }

    private static func inOrder(_ entries: [Entry]) -> [SimulatedChannel] {
        entries.sorted { $0.number < $1.number }.map(\.channel)
    }
}

extension ChannelBook.Owner {
    fileprivate init(_ channel: SimulatedChannel) {
        self.init(environment: channel.environment, bundleID: channel.bundleID)
    }
}
