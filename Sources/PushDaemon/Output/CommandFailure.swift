/// Why a command did not do what was asked, for the person who typed it.
package struct CommandFailure: Error, Sendable, Equatable {
    package let exitCode: ExitCode
    /// What happened, and what to do; may have several lines.
    package let message: String

    package init(_ exitCode: ExitCode, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }
}
