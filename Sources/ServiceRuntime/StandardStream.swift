import Glibc

/// The process's own output streams, unbuffered.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Writes all of `bytes`.
    /// - Returns: why not all could be written (see `ignoreBrokenPipes`); nil when they were.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> SystemError? {
        Self.writeAll(bytes, to: rawValue) ? nil : SystemError("cannot write to standard \(self)")
    }

    /// Whether a person looks at it.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// From now on writing to a closed pipe is an ordinary error instead of the end of the process.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            written += count
        }
        return true
    }
}
