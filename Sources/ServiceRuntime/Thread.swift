import Glibc

/// A joinable thread of our own, for loops that must never share the two threads of Swift's pool.
package final class Thread: @unchecked Sendable {
    // `@unchecked Sendable`: `handle` is written once before `init` returns, `joined` only under its lock.
    private var handle = pthread_t()
    private let joined = Locked(false)

    /// Starts a thread named `name` (15 bytes are kept, as Linux shows them) that runs `body` once.
    /// - Parameter yields: whether it gives way to ordinary threads, of this process and of others.
    package init(name: String, yields: Bool = false, _ body: @escaping @Sendable () -> Void) {
        let box = unsafe Unmanaged.passRetained(Body(name: name, yields: yields, run: body))
        let failure = unsafe pthread_create(&handle, nil, { unsafe Thread.enter($0) }, box.toOpaque())
        precondition(failure == 0, "pthread_create failed with error \(failure): raise the limit of threads (TasksMax)")
    }

    /// Waits until the thread has ended. Safe to call more than once.
    package func join() {
        let first = joined.withLock { joined in
            defer { joined = true }
            return !joined
        }
        if first { pthread_join(handle, nil) }
    }

    /// Holds up the calling thread; not at all when `milliseconds` is zero or less.
    package static func sleep(milliseconds: Int64) {
        guard milliseconds > 0 else { return }
        var time = timespec(tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
        unsafe nanosleep(&time, nil)
    }

    private static func enter(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let raw = unsafe raw else { return nil }
        let body = unsafe Unmanaged<Body>.fromOpaque(raw).takeRetainedValue()
        showName(body.name)
        if body.yields { giveWay() }
        body.run()
        return nil
    }

    // glibc's pthread_setname_np does not import; this file is what it writes to.
    private static func showName(_ name: String) {
        let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        let bytes = Array(name.utf8.prefix(15))
        _ = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        close(file)
    }

    // On Linux a nice value belongs to a thread, whatever POSIX says (sched(7)); raising one's own is always allowed.
    private static func giveWay() { _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }

    private final class Body: Sendable {
        let name: String
        let yields: Bool
        let run: @Sendable () -> Void

        init(name: String, yields: Bool, run: @escaping @Sendable () -> Void) {
            self.name = name
            self.yields = yields
            self.run = run
        }
    }
}
