package import JSONText

/// What a notification sounds like.
package enum AlertSound: Sendable, Hashable {
    /// The message does not say: the default of its type.
    case unspecified
    /// `null` or an empty name: no sound.
    case none
    /// A file of the app's, or `default`.
    case named(String)
    /// The object form; `volume` (0…1) keeps its digits.
    case detailed(critical: Bool, name: String, volume: JSONValue?)

    /// Whether the message asks for a sound by itself.
    package var isAudible: Bool {
        switch self {
        case .unspecified, .none: false
        case .named, .detailed: true
        }
    }

    init(_ fields: JSONObject, warnings: inout MessageWarnings) throws(MessageFault) {
        switch fields["sound"] {
        case nil: self = .unspecified
        case .null?, .string("")?: self = .none
        case .string(let name)?: self = .named(name)
        case .array(let list)? where list.isEmpty: self = .detailed(critical: false, name: "default", volume: nil)
        case .object(let object)?:
            for name in object.names where !["critical", "name", "volume"].contains(name) {
                warnings.addUnknown("sound.\(name)")
            }
            let reader = MessageReader(object, path: "sound.")
            self = .detailed(
                critical: try reader.flag("critical") ?? false, name: try reader.words("name") ?? "default",
                volume: try reader.number("volume", in: 0...1))
        default: throw .invalid("sound")
        }
    }
}
