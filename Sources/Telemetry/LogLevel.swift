/// How much an event matters, least first.
package enum LogLevel: UInt8, Sendable, Comparable, CaseIterable {
    /// Every push and every decision.
    case debug
    /// What an admin wants to read later: start, stop, a changed credential, a pruned token.
    case info
    /// It works, and somebody should look.
    case warning
    /// Something does not work.
    case error

    /// The word in `[log] level` and in every line.
    package var word: String { "\(self)" }

    /// Reads the word; nil for any other.
    package init?(word: String) {
        guard let level = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = level
    }

    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
