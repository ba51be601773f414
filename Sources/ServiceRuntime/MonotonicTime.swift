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

    /// The later point `milliseconds` from here (earlier when negative). More than a century is a century: dates that people
    /// write for "never" must not leave the range.
    package func advanced(milliseconds: Int64) -> MonotonicTime {
        let bounded = min(max(milliseconds, -Self.century), Self.century)
        return MonotonicTime(nanoseconds: nanoseconds + bounded * 1_000_000)
    }

    private static let century: Int64 = 3_155_760_000_000

    /// Milliseconds from `earlier` to here, negative when `earlier` is later.
    package func milliseconds(since earlier: MonotonicTime) -> Int64 {
        (nanoseconds - earlier.nanoseconds) / 1_000_000
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
