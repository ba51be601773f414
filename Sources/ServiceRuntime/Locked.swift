import Glibc

/// A value behind a lock. Over `pthread_mutex_t`: `Synchronization.Mutex` makes ThreadSanitizer report false races on Linux.
@safe package final class Locked<Value>: @unchecked Sendable {
    // `@unchecked Sendable`: every access to `value` happens between lock and unlock.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Puts `value` behind a new lock.
    package init(_ value: sending Value) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        self.value = value
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` with the value while the lock is held; never calls out, or it may deadlock.
    package func withLock<Result, Failure: Error>(_ body: (inout sending Value) throws(Failure) -> sending Result)
        throws(Failure) -> sending Result
    {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
