/// What became of one notification: status and error per token, as the legacy `MAM_PushResult` had it.
package struct PushResult: Sendable {
    /// The action.
    package let actionID: UInt64
    /// One for each recipient.
    package let tokens: [TokenResult]
    /// What was dropped on the way, in words.
    package let warnings: [String]

    package init(actionID: UInt64, tokens: [TokenResult], warnings: [String] = []) {
        self.actionID = actionID
        self.tokens = tokens
        self.warnings = warnings
    }
}
