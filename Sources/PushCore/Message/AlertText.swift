import JSONText

/// The words that a notification shows: the typed keys of `aps.alert`.
package struct AlertText: Sendable, Hashable {
    /// A key in the app's strings file, with what fills its places.
    package struct Localized: Sendable, Hashable {
        package let key: String
        package let arguments: [String]?
    }

    package private(set) var title: String?
    package private(set) var subtitle: String?
    package private(set) var body: String?
    package private(set) var localizedTitle: Localized?
    package private(set) var localizedSubtitle: Localized?
    package private(set) var localizedBody: Localized?
    package private(set) var launchImage: String?
    package private(set) var summaryArgument: String?
    /// At least 1.
    package private(set) var summaryArgumentCount: Int64?

    static let keys = [
        "title", "subtitle", "body", "loc", "launch_image", "summary_arg", "summary_arg_count",
    ]
    private static let localizedKeys: Set<String> = [
        "title_key", "title_args", "subtitle_key", "subtitle_args", "key", "args",
    ]

    /// Whether there is something to show: a title or a body, as it is or by key.
    package var hasText: Bool { title != nil || body != nil || localizedTitle != nil || localizedBody != nil }

    init(_ reader: MessageReader, warnings: inout MessageWarnings) throws(MessageFault) {
        title = try reader.words("title")
        subtitle = try reader.words("subtitle")
        body = try reader.words("body")
        launchImage = try reader.words("launch_image")
        summaryArgument = try reader.words("summary_arg")
        summaryArgumentCount = try reader.whole("summary_arg_count", in: 1...Int64(Int32.max))
        guard let names = try reader.object("loc") else { return }
        for name in names.names where !Self.localizedKeys.contains(name) { warnings.addUnknown("loc.\(name)") }
        let inner = MessageReader(names, path: "loc.")
        localizedTitle = try Self.localized(inner, "title_key", "title_args", &warnings)
        localizedSubtitle = try Self.localized(inner, "subtitle_key", "subtitle_args", &warnings)
        localizedBody = try Self.localized(inner, "key", "args", &warnings)
    }

    private static func localized(
        _ reader: MessageReader, _ key: String, _ arguments: String, _ warnings: inout MessageWarnings
    ) throws(MessageFault) -> Localized? {
        let values = try reader.texts(arguments)
        if let name = try reader.words(key) { return Localized(key: name, arguments: values) }
        if values != nil { warnings.add("loc.\(arguments): dropped, since loc.\(key) is missing") }
        return nil
    }
}
