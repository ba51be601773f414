/// Tells a dead device from a broken configuration: when the share of rejections of the last ten minutes is too high,
/// the devices are not to blame and nothing may be pruned (contract, section 4).
package struct RejectionBreaker: Sendable {
    /// The window, in milliseconds.
    package static let window: Int64 = 600_000
    private static let slots = 60
    /// The share of rejections (0…1) above which it opens.
    package var share: Double
    /// How many rejections there must be at least.
    package var minimum: Int
    private var accepted = [Int](repeating: 0, count: slots)
    private var rejected = [Int](repeating: 0, count: slots)
    private var newest: Int64 = 0
    /// Whether pruning is stopped.
    package private(set) var isOpen = false

    /// - Parameters:
    ///   - share: the share of rejections (0…1) above which it opens (`breaker_share`).
    ///   - minimum: how many rejections there must be at least (`breaker_minimum`).
    package init(share: Double, minimum: Int) {
        self.share = share
        self.minimum = minimum
    }

    /// Counts answers that came at `milliseconds` of a steady clock.
    /// - Returns: true when this made it open: what was removed in the window is then to be undone.
    package mutating func count(accepted: Int, rejected: Int, at milliseconds: Int64) -> Bool {
        let slot = milliseconds / (Self.window / Int64(Self.slots))
        advance(to: slot)
        self.accepted[Int(slot % Int64(Self.slots))] += accepted
        self.rejected[Int(slot % Int64(Self.slots))] += rejected
        let bad = self.rejected.reduce(0, +)
        let all = bad + self.accepted.reduce(0, +)
        let wasOpen = isOpen
        isOpen = bad >= minimum && Double(bad) > share * Double(all)
        return isOpen && !wasOpen
    }

    private mutating func advance(to slot: Int64) {
        guard slot > newest else { return }
        for passed in (max(newest + 1, slot - Int64(Self.slots) + 1)...slot) {
            accepted[Int(passed % Int64(Self.slots))] = 0
            rejected[Int(passed % Int64(Self.slots))] = 0
        }
        newest = slot
    }
}
