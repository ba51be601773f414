/// Everything that is wrong with the configuration, at once.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// One line each, beginning with the place: `file:line: …` or `PUSH_BRIDGE_X: …`.
    package let problems: [String]

    package var description: String {
        problems.count == 1
            ? problems[0] : "\(problems.count) problems in the configuration:\n  " + problems.joined(separator: "\n  ")
    }
}
