/// Something that goes wrong at Apple's side: which requests it strikes, and what happens to them.
package struct Fault: Sendable, Hashable {
    /// Only requests of this environment; nil = both.
    package var environment: SimulatedEnvironment?
    /// Only requests for this device token (hex, any case); nil = all.
    package var token: String?
    /// Only requests for this `apns-topic`; nil = all.
    package var topic: String?
    /// The first matching request that is struck, counted from 1 at injection.
    package var nth: Int
    /// After that, each so many-th matching request.
    package var every: Int
    /// How often it strikes before it is over; nil = until `clearFaults()`.
    package var count: Int?
    package var action: FaultAction

    /// By default the next request, once.
    package init(
        _ action: FaultAction, environment: SimulatedEnvironment? = nil, token: String? = nil, topic: String? = nil,
        nth: Int = 1, every: Int = 1, count: Int? = 1
    ) {
        self.action = action
        self.environment = environment
        self.token = token?.lowercased()
        self.topic = topic
        self.nth = nth
        self.every = every
        self.count = count
    }
}
