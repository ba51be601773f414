import Glibc

/// A file of our own (0600) that only grows, until it is emptied. What was appended survives the end of the process.
package final class AppendFile: Sendable {
    private let file: Int32
    private let path: String

    /// Opens or makes the file.
    package init(_ path: String) throws(SystemError) {
        self.path = path
        file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw SystemError("cannot open \(path)") }
    }

    deinit { close(file) }

    /// Appends all of `bytes`; what a full disk left half written is for the reader to tell.
    package func append(_ bytes: [UInt8]) throws(SystemError) {
        guard StandardStream.writeAll(bytes, to: file) else { throw SystemError("cannot write to \(path)") }
    }

    /// Removes everything in it.
    package func empty() throws(SystemError) {
        guard ftruncate(file, 0) == 0 else { throw SystemError("cannot empty \(path)") }
    }
}
