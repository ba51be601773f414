import Testing

@testable import HTTP2Client

@Suite struct StreamWindowTests {
    @Test func itOpensWithTheFirstAnswerAndTheLowestLimitHolds() {
        var window = StreamWindow(maximum: 500)
        #expect(window.limit == 1)
        window.settingsArrived(limit: 1_000)
        #expect(window.limit == 1)
        window.answered()
        #expect(window.limit == 500)
        window.settingsArrived(limit: 100)
        #expect(window.limit == 100)
        window.settingsArrived(limit: 0)
        #expect(window.limit == 0)
    }

    @Test func aRefusalClosesItToWhatIsInFlightAndAnswersOpenItAgain() {
        var window = StreamWindow(maximum: 500)
        window.answered()
        window.refused(others: 20)
        #expect(window.limit == 20)
        window.refused(others: 0)
        #expect(window.limit == 1)
        window.answered()
        window.answered()
        #expect(window.limit == 3)
        window.settingsArrived(limit: 50)
        #expect(window.limit == 50)
    }
}
