package import JSONText

/// The keys of `aps` beside the alert and its sound.
package struct NotificationOptions: Sendable, Hashable {
    /// 0 or more; 0 clears it.
    package let badge: Int64?
    package let category: String?
    package let threadID: String?
    package let mutableContent: Bool
    package let targetContentID: String?
    /// A number, with its digits: 0…1, any in a Live Activity.
    package let relevanceScore: JSONValue?
    package let filterCriteria: String?
    package let interruptionLevel: InterruptionLevel?
    /// Adds `content-available` to an alert.
    package let contentAvailable: Bool
    /// `content-changed`; nil when the message does not say.
    package let contentChanged: Bool?
    /// What fills the places of a Safari notification's address.
    package let urlArguments: [String]?

    /// The keys that a call does not have.
    static let notForCalls = [
        "badge", "category", "thread_id", "mutable_content", "target_content_id", "relevance_score", "filter_criteria",
        "content_available", "content_changed", "url_args",
    ]
    static let keys = notForCalls + ["interruption_level"]

    init(_ reader: MessageReader, type: ActionType) throws(MessageFault) {
        badge = try reader.whole("badge", in: 0...Int64(Int32.max))
        category = try reader.words("category")
        threadID = try reader.words("thread_id")
        mutableContent = try reader.flag("mutable_content") ?? false
        targetContentID = try reader.words("target_content_id")
        // Apple: 0…1 for a notification, any number to order Live Activities among themselves.
        let anyScore = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        relevanceScore = try reader.number(
            "relevance_score", in: type == .push(.liveactivity) ? anyScore : 0...1)
        filterCriteria = try reader.words("filter_criteria")
        interruptionLevel = try reader.word("interruption_level", InterruptionLevel.self)
        contentAvailable = try reader.flag("content_available") ?? false
        contentChanged = try reader.flag("content_changed")
        urlArguments = try reader.texts("url_args")
    }
}
