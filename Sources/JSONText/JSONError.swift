/// Why a text is not JSON, for the person who wrote it.
package struct JSONError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, in words.
    package let problem: String
    /// The byte at which it is wrong, counted from 0.
    package let offset: Int

    package init(problem: String, offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    package var description: String { "\(problem) (byte \(offset))" }
}
