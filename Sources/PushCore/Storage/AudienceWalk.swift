/// How far an action has come through its audience; saved with the results of each part, so that it can be resumed.
package struct AudienceWalk: Sendable, Hashable {
    /// What was looked at: the number of a usermeta row, or a count of the users or tokens that the audience lists.
    package var cursor: UInt64 = 0
    /// Whether the end was reached.
    package var isDone = false

    package init(cursor: UInt64 = 0, isDone: Bool = false) {
        self.cursor = cursor
        self.isDone = isDone
    }
}

/// One part of an audience.
package struct AudienceStep: Sendable {
    /// Devices, or rows of usermeta, in one part.
    package static let size = 500

    package let recipients: [Recipient]
    /// How far the walk is after this part.
    package let walk: AudienceWalk

    package init(recipients: [Recipient], walk: AudienceWalk) {
        self.recipients = recipients
        self.walk = walk
    }
}
