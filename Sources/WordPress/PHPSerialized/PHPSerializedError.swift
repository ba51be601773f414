/// Why a text is not what PHP's `serialize()` writes, or cannot be used as such, for the person who stored it.
package struct PHPSerializedError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, in words.
    package let problem: String
    /// The byte at which it is wrong, counted from 0; nil when the text is sound and its content is not.
    package let offset: Int?

    /// A fault, and the byte at which it stands if it has a place.
    package init(problem: String, offset: Int? = nil) {
        self.problem = problem
        self.offset = offset
    }

    package var description: String { offset.map { "\(problem) (byte \($0))" } ?? problem }
}
