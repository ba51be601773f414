/// How often Apple answered what, in one scope.
package struct AnswerCount: Sendable, Hashable {
    /// Tokens that Apple took: here, or in the other environment, where they may always have lived.
    package var accepted: Int
    /// Tokens that it called dead.
    package var rejected: Int
    /// Tokens that lived here and are now only known in the other environment.
    package var moved: Int

    package init(accepted: Int = 0, rejected: Int = 0, moved: Int = 0) {
        self.accepted = accepted
        self.rejected = rejected
        self.moved = moved
    }

    /// Adds what was counted elsewhere or later.
    package static func += (left: inout AnswerCount, right: AnswerCount) {
        left.accepted += right.accepted
        left.rejected += right.rejected
        left.moved += right.moved
    }
}
