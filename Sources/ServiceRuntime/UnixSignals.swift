import Glibc

/// Signals, taken out of their handlers: a handler only writes the number into a pipe, a thread of its own reads it.
package enum UnixSignals {
    // The handler cannot capture anything; it is written once, before the first handler is set.
    nonisolated(unsafe) private static var pipeEnd: Int32 = -1

    /// Calls `handler` for each of `signals` from now on, on a thread of its own. To be called once in a process.
    /// SIGPIPE is ignored on the way: a closed peer is an error to handle, not to die of.
    package static func handle(_ signals: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return }
        let readingEnd = ends[0]
        unsafe pipeEnd = ends[1]
        for number in signals { signal(number, { @Sendable number in UnixSignals.write(number) }) }
        _ = Thread(name: "signals") {
            var byte: UInt8 = 0
            while true {
                let count = unsafe read(readingEnd, &byte, 1)
                if count == 1 { handler(Int32(byte)) } else if errno != EINTR { return }
            }
        }
    }

    // Runs inside a signal handler: only what is async-signal-safe.
    private static func write(_ number: Int32) {
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe Glibc.write(pipeEnd, &byte, 1)
        errno = before
    }
}
