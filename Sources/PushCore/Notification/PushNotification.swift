package import ServiceRuntime

/// One action ready to be sent: its message, checked, and the devices that shall have it.
package struct PushNotification: Sendable {
    /// The action's id.
    package let actionID: UInt64
    /// The app whose credentials send it.
    package let app: String
    /// The action's type; `standard` becomes alert or background by its message.
    package let type: ActionType
    /// The message, checked.
    package let message: PushMessage
    /// The devices, each once.
    package let recipients: [Recipient]
    /// The moment after which it must not be sent any more; nil when it has none.
    package let deadline: MonotonicTime?
    /// The same moment in UNIX seconds, rounded up: `apns-expiration`, equal on every try.
    package let endOfLife: Int64?
    /// When its life began, in UNIX seconds: the time stamp of a Live Activity's update unless the message has one.
    package let startOfLife: Int64?

    /// The channel that it goes to when it is a broadcast, which has no other recipient.
    package var broadcast: BroadcastChannel? {
        if case .channel(let channel)? = recipients.first?.address { channel } else { nil }
    }

    package init(
        actionID: UInt64, app: String, type: ActionType, message: PushMessage, recipients: [Recipient],
        deadline: MonotonicTime?, endOfLife: Int64?, startOfLife: Int64? = nil
    ) {
        self.actionID = actionID
        self.app = app
        self.type = type
        self.message = message
        self.recipients = recipients
        self.deadline = deadline
        self.endOfLife = endOfLife
        self.startOfLife = startOfLife
    }
}
