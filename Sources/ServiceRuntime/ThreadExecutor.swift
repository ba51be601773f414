import Glibc

/// A serial executor on a thread of its own: an actor bound to it may block (on MariaDB, say) without starving others.
@safe package final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
    // `@unchecked Sendable`: `jobs` is only touched with `mutex` held.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let filled: UnsafeMutablePointer<pthread_cond_t>
    private var jobs: [UnownedJob] = []

    /// Starts the thread, named `name`; it lives as long as the process. With `yields` it gives way to ordinary threads.
    package init(name: String, yields: Bool = false) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe filled = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(filled, nil)
        _ = Thread(name: name, yields: yields) { [self] in run() }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        unsafe pthread_mutex_lock(mutex)
        jobs.append(job)
        unsafe pthread_cond_signal(filled)
        unsafe pthread_mutex_unlock(mutex)
    }

    private func run() {
        while true {
            unsafe pthread_mutex_lock(mutex)
            while jobs.isEmpty { unsafe pthread_cond_wait(filled, mutex) }
            let batch = jobs
            jobs = []
            unsafe pthread_mutex_unlock(mutex)
            for job in batch { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }
}
