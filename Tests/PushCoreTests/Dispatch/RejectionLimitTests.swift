import PushCore
import Testing

@Suite struct RejectionLimitTests {
    private let limit = RejectionLimit(share: 0.5, minimum: 20)

    @Test(arguments: [
        (AnswerCount(rejected: 19), false), (AnswerCount(rejected: 20), true),
        (AnswerCount(rejected: 8, moved: 12), true),
        (AnswerCount(accepted: 100, rejected: 60), false), (AnswerCount(accepted: 59, rejected: 60), true),
        (AnswerCount(accepted: 60, rejected: 60), false),
    ])
    func enoughRejectionsThatAreMoreThanTheShareStopPruning(count: AnswerCount, isPassed: Bool) {
        #expect(limit.isPassed(by: count) == isPassed)
    }
}
