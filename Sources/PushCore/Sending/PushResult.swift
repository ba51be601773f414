/// What became of one notification: status and error per token, as the legacy `MAM_PushResult` had it.
package struct PushResult: Sendable {
    /// The action.
    package let actionID: UInt64
    /// One for each recipient; none when the message was refused as a whole.
    package let tokens: [TokenResult]
    /// What was dropped on the way, in words.
    package let warnings: [String]
    /// Why the message was refused as a whole, before any network use (`PayloadTooLarge: …`).
    package let refusal: MessageFault?

    package init(actionID: UInt64, tokens: [TokenResult], warnings: [String] = [], refusal: MessageFault? = nil) {
        self.actionID = actionID
        self.tokens = tokens
        self.warnings = warnings
        self.refusal = refusal
    }
}
