/// What was dropped or not known in a message, in words: the column `warnings`.
package struct MessageWarnings: Sendable, Equatable {
    /// More than so many are cut off: a message of a million unknown keys must not fill the database.
    private static let most = 32
    /// A key is shown up to so many characters.
    private static let longestKey = 64

    /// The warnings in the order they arose.
    package private(set) var texts: [String] = []

    package init() {}

    /// Adds a warning.
    package mutating func add(_ text: String) {
        if texts.count < Self.most { texts.append(text) }
    }

    /// Adds that `key`, which the producer chose, is not known.
    mutating func addUnknown(_ key: String) {
        add("\(Self.shown(key)): unknown key, ignored")
    }

    /// A key in a form that is short and free of control characters.
    package static func shown(_ key: String) -> String {
        let short = key.count > longestKey ? "\(key.prefix(longestKey))…" : key
        return String(short.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : Character($0) })
    }
}
