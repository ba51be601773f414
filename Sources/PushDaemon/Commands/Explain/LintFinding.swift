import JSONText

/// Something about a request that its author should know.
struct LintFinding: Equatable {
    /// How much it matters.
    enum Level: String {
        /// Apple or the device will not do what the message asks for.
        case warning
        /// It works, if what it needs is there, or as its author meant it.
        case note
    }

    let level: Level
    let text: String

    /// For machines.
    var json: JSONValue { ["level": .string(level.rawValue), "text": .string(text)] }
}
