/// One `key = value` line of a configuration file.
package struct INIEntry: Sendable, Equatable {
    package let section: String
    package let key: String
    /// The value without its quotes, and without a comment behind it.
    package let value: String
    /// Counted from 1.
    package let line: Int
    /// Whether text behind a blank and `;` or `#` was taken for a comment: a password may have meant it.
    package let hadComment: Bool
}
