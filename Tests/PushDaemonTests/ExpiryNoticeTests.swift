import Testing

@testable import PushDaemon

@Suite struct ExpiryNoticeTests {
    private static let day: Int64 = 86_400
    private static let now: Int64 = 1_800_000_000

    @Test(
        arguments: [
            (30 * day + 1, nil), (30 * day, 30), (8 * day, 30), (7 * day + 1, 30), (7 * day, 7), (day + 1, 7), (day, 1),
            (0, 1), (-5 * day, 1),
        ] as [(Int64, Int64?)])
    func itIsDueThirtySevenAndOneDaysBeforeTheEnd(left: Int64, stage: Int64?) {
        #expect(ExpiryNotice(end: Self.now + left, now: Self.now)?.stage == stage)
    }

    @Test func itStaysTheSameUntilTheNextOneIsDue() {
        let end = Self.now + 20 * Self.day
        let told = ExpiryNotice(end: end, now: Self.now)
        #expect(ExpiryNotice(end: end, now: Self.now + 12 * Self.day) == told)
        #expect(ExpiryNotice(end: end, now: Self.now + 13 * Self.day) != told)
        // A new certificate is told of anew, even when it ends as soon.
        #expect(ExpiryNotice(end: end + 60, now: Self.now) != told)
    }

    @Test(
        arguments: [(5 * day - 1, 4), (5 * day, 5), (1, 0), (-1, -1), (-day, -1), (-day - 1, -2)] as [(Int64, Int64)])
    func theDaysLeftAreWholeOnes(left: Int64, days: Int64) {
        let notice = ExpiryNotice(end: Self.now + left, now: Self.now)
        #expect(notice?.daysLeft(at: Self.now) == days)
    }
}
