package import JSONText

/// What a push says about a Live Activity (Apple: Starting and updating Live Activities with ActivityKit).
package struct LiveActivityContent: Sendable, Hashable {
    /// What the push does to the activity.
    package enum Event: String, Sendable, Hashable, CaseIterable { case start, update, end }

    /// The activity that is meant: picks among a user's tokens, is not sent.
    package let activityID: String?
    package let event: Event
    /// UNIX seconds; nil: when the action's life began.
    package let timestamp: Int64?
    /// Always given for start and update.
    package let contentState: JSONObject?
    /// Always given for start, with `attributes`.
    package let attributesType: String?
    package let attributes: JSONObject?
    /// UNIX seconds.
    package let staleDate: Int64?
    /// UNIX seconds.
    package let dismissalDate: Int64?
    /// Asks the started activity for a token to update it with (iOS 18).
    package let inputPushToken: Bool
    /// Base64: the channel that the started activity follows (iOS 18).
    package let inputPushChannel: String?

    private static let keys: Set<String> = [
        "activity_id", "event", "timestamp", "content_state", "attributes_type", "attributes", "stale_date",
        "dismissal_date", "input_push_token", "input_push_channel",
    ]
    private static let times: ClosedRange<Int64> = 0...253_402_300_799

    init(_ fields: JSONObject, warnings: inout MessageWarnings) throws(MessageFault) {
        for name in fields.names where !Self.keys.contains(name) { warnings.addUnknown("live_activity.\(name)") }
        let reader = MessageReader(fields, path: "live_activity.")
        guard let event = try reader.word("event", Event.self) else { throw reader.fault("event") }
        self.event = event
        activityID = try reader.words("activity_id")
        timestamp = try reader.whole("timestamp", in: Self.times)
        contentState = try reader.object("content_state")
        attributesType = try reader.words("attributes_type")
        attributes = try reader.object("attributes")
        staleDate = try reader.whole("stale_date", in: Self.times)
        dismissalDate = try reader.whole("dismissal_date", in: Self.times)
        inputPushToken = try reader.flag("input_push_token") ?? false
        inputPushChannel = try reader.words("input_push_channel")
        if contentState == nil, event != .end { throw reader.fault("content_state") }
        if event == .start {
            if attributesType == nil { throw reader.fault("attributes_type") }
            if attributes == nil { throw reader.fault("attributes") }
        }
    }
}
