import Glibc

/// A call to the system that failed, with the system's own words.
package struct SystemError: Error, Sendable, CustomStringConvertible {
    /// What could not be done.
    package let what: String
    /// The system's error number.
    package let code: Int32

    /// Takes the error number of the call that just failed.
    package init(_ what: String) {
        self.what = what
        code = errno
    }

    /// Takes an error number that was kept.
    package init(_ what: String, code: Int32) {
        self.what = what
        self.code = code
    }

    /// Whether the other end of a pipe is gone.
    package var isBrokenPipe: Bool { code == EPIPE }

    package var description: String { "\(what): \(unsafe String(cString: strerror(code))) (error \(code))" }
}
