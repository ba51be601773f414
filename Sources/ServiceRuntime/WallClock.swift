import Glibc

/// The clock on the wall: only for what others read as a date (`iat`, logs). It may step; nothing is timed by it.
package enum WallClock {
    /// UNIX time in seconds.
    package static var seconds: Int64 { milliseconds / 1000 }

    /// UNIX time in milliseconds.
    package static var milliseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
