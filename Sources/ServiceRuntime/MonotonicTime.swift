import Glibc

/// A point on the clock that never steps: nanoseconds of CLOCK_BOOTTIME, so that a suspended machine's calls grow old too.
package struct MonotonicTime: Sendable, Comparable, Hashable {
    /// Nanoseconds since boot.
    package let nanoseconds: Int64

    /// A point given in nanoseconds since boot.
    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The current point in time.
    package static var now: MonotonicTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The later point `milliseconds` from here (earlier when negative).
    package func advanced(milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: nanoseconds + milliseconds * 1_000_000)
    }

    /// Milliseconds from `earlier` to here, negative when `earlier` is later.
    package func milliseconds(since earlier: MonotonicTime) -> Int64 {
        (nanoseconds - earlier.nanoseconds) / 1_000_000
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
