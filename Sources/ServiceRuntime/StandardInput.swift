import Glibc

/// The process's standard input.
package enum StandardInput {
    /// Whether a person types it.
    package static var isTerminal: Bool { isatty(0) == 1 }
}
