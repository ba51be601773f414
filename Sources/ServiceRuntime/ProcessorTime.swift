import Glibc

/// What the process has used of the processors so far.
package enum ProcessorTime {
    /// Seconds of all its threads, in user mode and in the kernel.
    package static var seconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
