/// A token that Apple calls dead, with the row that held it when it was read.
package struct PruneVerdict: Sendable {
    package let actionID: UInt64
    package let app: String
    package let recipient: Recipient
    package let death: TokenDeath
    /// The environment that gave the verdict.
    package let environment: PushEnvironment?

    package init(
        actionID: UInt64, app: String, recipient: Recipient, death: TokenDeath, environment: PushEnvironment?
    ) {
        self.actionID = actionID
        self.app = app
        self.recipient = recipient
        self.death = death
        self.environment = environment
    }
}
