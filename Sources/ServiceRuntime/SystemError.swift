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

    package var description: String { "\(what): \(unsafe String(cString: strerror(code))) (error \(code))" }
}
