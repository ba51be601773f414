/// Adds up the deliveries of an action to its state, reason and counts (contract, section 2).
package struct DeliveryTally: Sendable {
    /// Deliveries that Apple accepted.
    package private(set) var delivered = 0
    /// Deliveries that ended otherwise.
    package private(set) var failed = 0
    /// Verdicts that a token is dead.
    package private(set) var pruned = 0
    private var reasons: [String: Int] = [:]
    private var shortestWait: Int64?
    private var outOfTime = 0

    package init() {}

    /// Counts deliveries that have ended; `timeOver`: because the action's life was.
    package mutating func count(
        _ status: DeliveryStatus, _ reason: String?, timeOver: Bool = false, times: Int = 1
    ) {
        if status == .unregistered { pruned += times }
        if timeOver { outOfTime += times }
        guard status != .delivered else {
            delivered += times
            return
        }
        failed += times
        note(reason, times)
    }

    /// Counts a delivery that will be tried again in `milliseconds`.
    package mutating func wait(_ milliseconds: Int64, _ reason: String?) {
        shortestWait = min(shortestWait ?? milliseconds, milliseconds)
        note(reason, 1)
    }

    private mutating func note(_ reason: String?, _ times: Int) { reasons[reason ?? "Unknown", default: 0] += times }

    /// The commonest reason, ties by name; nil when everything was delivered.
    package var reason: String? {
        reasons.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// The state of the action.
    package var state: ActionOutcome.State {
        if let shortestWait { return .waiting(milliseconds: shortestWait) }
        if failed == 0 { return .sent }
        if delivered > 0 { return .partial }
        return outOfTime == failed ? .expired : .failed
    }
}
