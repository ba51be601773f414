package import JSONText

/// An action to be enqueued.
package struct ActionDraft: Sendable {
    package let type: String
    package let app: String
    /// The owner of the devices; nil when `audience` is given.
    package let userID: UInt64?
    package let audience: JSONValue?
    package let message: [UInt8]
    /// Makes enqueueing idempotent.
    package let dedupeKey: String?

    package init(
        type: String, app: String, userID: UInt64?, audience: JSONValue?, message: [UInt8], dedupeKey: String?
    ) {
        self.type = type
        self.app = app
        self.userID = userID
        self.audience = audience
        self.message = message
        self.dedupeKey = dedupeKey
    }
}
