package import JSONText

/// What the app itself reads: the keys beside `aps`, and what is passed through to Apple as it is.
package struct CustomContent: Sendable, Hashable {
    /// Where `data` goes.
    package enum Placement: String, Sendable, Hashable {
        /// Under the top-level key `data`, as the legacy system had it.
        case data
        /// Its members at the top level, beside `aps`.
        case root
    }

    package let data: JSONObject?
    package let placement: Placement
    package let url: String?
    /// What a call needs to show itself; never empty for a call.
    package let callkitPayload: JSONObject?
    /// Merged into `aps` after everything of ours; null members are absent, a null `sound` means none.
    package let aps: JSONObject
    /// Merged into the top level after everything of ours.
    package let root: JSONObject
    /// For an MDM push: the whole body is `{"mdm": pushMagic}`.
    package let pushMagic: String?

    static let keys = ["data", "data_placement", "url", "callkit_payload", "aps", "root", "push_magic"]

    init(_ reader: MessageReader) throws(MessageFault) {
        data = try reader.object("data")
        placement = try reader.word("data_placement", Placement.self) ?? .data
        url = try reader.words("url")
        callkitPayload = try reader.object("callkit_payload")
        aps = try reader.object("aps") ?? JSONObject()
        if !Self.isWords(aps["alert"]) { throw .invalid("aps.alert") }
        if !Self.isWords(aps["sound"]) { throw .invalid("aps.sound") }
        root = try reader.object("root") ?? JSONObject()
        pushMagic = try reader.words("push_magic")
    }

    /// Whether the pass-through `aps` brings an alert with something in it.
    package var hasAlert: Bool {
        switch aps["alert"] {
        case .string(let text)?: !text.isEmpty
        case .object(let alert)?: !alert.isEmpty
        default: false
        }
    }

    /// Whether the pass-through `aps` has a value for `key` that is not null.
    package func hasAps(_ key: String) -> Bool {
        guard let value = aps[key] else { return false }
        return value != .null
    }

    // Apple takes a text or an object; anything else would undo the rules for calls.
    private static func isWords(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null?, .string?, .object?: true
        case .array(let list)?: list.isEmpty
        default: false
        }
    }
}
