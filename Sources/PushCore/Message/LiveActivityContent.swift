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
    /// UNIX seconds.
    package let staleDate: Int64?
    /// UNIX seconds.
    package let dismissalDate: Int64?
    /// Given for start and nothing else.
    package let start: Start?

    /// What only the start of an activity says.
    package struct Start: Sendable, Hashable {
        package let attributesType: String
        package let attributes: JSONObject
        /// Asks the started activity for a token to update it with (iOS 18).
        package let inputPushToken: Bool
        /// The channel that the started activity follows (iOS 18).
        package let inputPushChannel: BroadcastChannel?
    }

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
        staleDate = try reader.whole("stale_date", in: Self.times)
        dismissalDate = try reader.whole("dismissal_date", in: Self.times)
        if contentState == nil, event != .end { throw reader.fault("content_state") }
        start = try Self.start(reader, event, &warnings)
    }

    // Judged whatever the event is, so that a wrong value is never passed over; another event than start drops it.
    private static func start(
        _ reader: MessageReader, _ event: Event, _ warnings: inout MessageWarnings
    ) throws(MessageFault) -> Start? {
        let attributesType = try reader.words("attributes_type")
        let attributes = try reader.object("attributes")
        let inputPushToken = try reader.flag("input_push_token") ?? false
        let inputPushChannel = try channel(reader)
        guard event == .start else {
            let given = [
                ("attributes_type", attributesType != nil), ("attributes", attributes != nil),
                ("input_push_token", inputPushToken), ("input_push_channel", inputPushChannel != nil),
            ]
            for (name, isGiven) in given where isGiven {
                warnings.add("live_activity.\(name): ignored, it belongs to event start")
            }
            return nil
        }
        guard let attributesType else { throw reader.fault("attributes_type") }
        guard let attributes else { throw reader.fault("attributes") }
        return Start(
            attributesType: attributesType, attributes: attributes, inputPushToken: inputPushToken,
            inputPushChannel: inputPushChannel)
    }

    // With a channel that is none the activity would not start.
    private static func channel(_ reader: MessageReader) throws(MessageFault) -> BroadcastChannel? {
        guard let text = try reader.words("input_push_channel") else { return nil }
        guard let channel = BroadcastChannel(text) else { throw reader.fault("input_push_channel") }
        return channel
    }
}
