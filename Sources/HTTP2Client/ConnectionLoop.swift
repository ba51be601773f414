import Glibc
import ServiceRuntime
import Synchronization

/// A thread that moves the bytes of its pools' connections. What blocks (DNS, TLS handshakes) happens on others.
package final class ConnectionLoop: Sendable {
    private let mailbox = LoopMailbox()
    private let thread: Thread
    private let pools = Atomic(0)

    /// Starts the thread, named `name`; it lives until `stop`. Makes the process ignore SIGPIPE. With `yields` it gives way to
    /// ordinary threads.
    package init(name: String, yields: Bool = false) {
        _ = signal(SIGPIPE, SIG_IGN)
        thread = Thread(name: name, yields: yields) { [mailbox] in LoopEngine(mailbox: mailbox).run() }
    }

    /// A new pool on this loop. It dials with the first request, at once when it keeps a spare.
    package func pool(_ configuration: PoolConfiguration) -> ConnectionPool {
        let number = pools.add(1, ordering: .relaxed).newValue
        let statistics = Locked(PoolStatistics())
        _ = mailbox.put(.open(pool: number, configuration, statistics))
        return ConnectionPool(number: number, mailbox: mailbox, statistics: statistics)
    }

    /// Fails what is left with `.stopped`, closes the connections and waits for the threads (a dial takes about a
    /// second to give up). Not from a completion, which runs on the thread waited for.
    package func stop() {
        _ = mailbox.put(.stop)
        thread.join()
    }
}
