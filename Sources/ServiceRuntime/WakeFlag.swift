import Glibc

/// Wakes one thread that has nothing to do. Raised flags add up to one: whoever waits looks at everything anyway.
@safe package final class WakeFlag: @unchecked Sendable {
    // `@unchecked Sendable`: `raised` is only touched with `mutex` held.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var raised = false

    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        // Wall time may step; a wait must not.
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Wakes the waiting thread, or lets its next wait return at once.
    package func raise() {
        unsafe pthread_mutex_lock(mutex)
        raised = true
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Blocks this thread until the flag is raised, at most `milliseconds`; lowers it.
    /// - Returns: whether it was raised.
    @discardableResult
    package func wait(milliseconds: Int64) -> Bool {
        var end = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &end)
        let nanoseconds = Int64(end.tv_nsec) + max(milliseconds, 0) * 1_000_000
        end.tv_sec += Int(nanoseconds / 1_000_000_000)
        end.tv_nsec = Int(nanoseconds % 1_000_000_000)
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while !raised {
            if unsafe pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { break }
        }
        defer { raised = false }
        return raised
    }
}
