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

    /// ISO 8601 in UTC with milliseconds, as in `2026-03-01T09:05:00.120Z`; years 0 to 9999.
    package static func text(milliseconds: Int64) -> String {
        let days = floorDivide(milliseconds, 86_400_000)
        let ofDay = milliseconds - days * 86_400_000
        let date = civil(daysSince1970: days)
        let clock = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60].map { padded($0, 2) }
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
            + clock.joined(separator: ":") + ".\(padded(ofDay % 1000, 3))Z"
    }

    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years that begin in March, in eras of 400.
    private static func civil(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = daysSince1970 + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : (number - divisor + 1) / divisor
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
