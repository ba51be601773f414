import Glibc

/// An exclusive lock on a file between processes (flock); the system frees it when the holder ends, however it ends.
package final class FileLock: Sendable {
    private let file: Int32

    /// Takes the lock, making the file (0600) if need be; nil when another holds it and `waits` is false.
    package init?(_ path: String, waits: Bool) throws(SystemError) {
        file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw SystemError("cannot open \(path)") }
        while flock(file, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            close(file)
            if code == EWOULDBLOCK { return nil }
            throw SystemError("cannot lock \(path)", code: code)
        }
    }

    deinit { close(file) }
}
