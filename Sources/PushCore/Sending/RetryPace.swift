/// How patient the wait before the next try is (contract, `[retry]`).
package enum RetryPace: Sendable, Hashable {
    /// Apple is in trouble (5xx): fifteen times the base delay, since Apple asks for 15 minutes.
    case apple
    /// The network failed: a sixtieth of the base delay.
    case transport
    /// Everything else.
    case normal
}
