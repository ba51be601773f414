import ServiceRuntime

/// Puts any error into words for the person at the terminal, with the exit code that scripts rely on.
enum FailureText {
    /// The failure that `error` means.
    static func failure(for error: any Error) -> CommandFailure {
        switch error {
        case let failure as CommandFailure: failure
        case let error as ConfigurationError: CommandFailure(.configuration, error.description)
        case let error as SystemError: CommandFailure(.failed, error.description)
        default: CommandFailure(.failed, "\(error)")
        }
    }
}
