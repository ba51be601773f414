/// Tells a dead device from a broken configuration: when the share of rejections of the last ten minutes is too high,
/// the devices are not to blame and nothing may be pruned (contract, section 4).
package struct RejectionLimit: Sendable, Hashable {
    /// How long answers count, in milliseconds.
    package static let window: Int64 = 600_000
    /// The share of rejections (0…1) above which it is passed (`breaker_share`).
    package let share: Double
    /// How many rejections there must be at least (`breaker_minimum`).
    package let minimum: Int

    package init(share: Double, minimum: Int) {
        self.share = share
        self.minimum = minimum
    }

    /// Whether what was counted in the window says that the configuration is at fault.
    package func isPassed(by count: AnswerCount) -> Bool {
        let bad = count.rejected + count.moved
        return bad >= minimum && Double(bad) > share * Double(bad + count.accepted)
    }
}
