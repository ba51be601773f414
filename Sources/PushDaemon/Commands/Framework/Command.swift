/// One command of `push-bridge`. Its file holds its manual and what it does.
package protocol Command: Sendable {
    /// Words, options and help.
    static var manual: Manual { get }

    /// Does the work.
    /// - Throws: `CommandFailure`, or an error that `FailureText` puts into words.
    static func run(_ context: CommandContext) async throws -> ExitCode
}

extension Command {
    /// The failure of a wrong command line.
    static func usage(_ text: String) -> CommandFailure { ParsedArguments.failure(text, manual) }
}
