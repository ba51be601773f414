import Glibc

/// Signals as a stream: blocked everywhere and taken by one thread, so that no handler ever runs in the middle of code.
package enum UnixSignals {
    /// Blocks `signals` in this thread and all it starts from now on, and calls `handler` for each on a thread of its own.
    /// Call it first thing in `main`. SIGPIPE is ignored on the way: a closed peer is an error to handle, not to die of.
    package static func handle(_ signals: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        let blocked = set
        _ = Thread(name: "signals") {
            var set = blocked
            var number: Int32 = 0
            while unsafe sigwait(&set, &number) == 0 { handler(number) }
        }
    }
}
