/// That a certificate ends soon: told 30, 7 and 1 days before, each once.
struct ExpiryNotice: Hashable {
    private static let stages: [Int64] = [1, 7, 30]
    private static let day: Int64 = 86_400

    /// UNIX seconds.
    let end: Int64
    /// The days that were left, or fewer, when it was to be told: 30, 7 or 1.
    let stage: Int64

    /// The notice that is due at `now`; nil while the end is farther away than any is.
    /// - Parameters:
    ///   - end: UNIX seconds.
    ///   - now: UNIX seconds.
    init?(end: Int64, now: Int64) {
        guard let stage = Self.stages.first(where: { end - now <= $0 * Self.day }) else { return nil }
        self.end = end
        self.stage = stage
    }

    /// Whole days from `now` (UNIX seconds) to the end; below zero after it.
    func daysLeft(at now: Int64) -> Int64 {
        let seconds = end - now
        return seconds >= 0 ? seconds / Self.day : -((Self.day - 1 - seconds) / Self.day)
    }
}
