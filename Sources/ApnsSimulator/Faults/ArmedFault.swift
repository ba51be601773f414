/// A fault that was injected, and how far it has come.
struct ArmedFault: Sendable {
    let fault: Fault
    private var matched = 0
    private var struck = 0

    init(_ fault: Fault) { self.fault = fault }

    /// Whether it has struck as often as it was to.
    var isOver: Bool { fault.count.map { struck >= $0 } ?? false }

    /// Counts a request and says whether it is struck.
    mutating func strikes(environment: SimulatedEnvironment, token: String, topic: String) -> Bool {
        guard !isOver, fault.environment == nil || fault.environment == environment,
            fault.token == nil || fault.token == token, fault.topic == nil || fault.topic == topic
        else { return false }
        matched += 1
        guard matched >= fault.nth, (matched - fault.nth) % max(fault.every, 1) == 0 else { return false }
        struck += 1
        return true
    }
}
