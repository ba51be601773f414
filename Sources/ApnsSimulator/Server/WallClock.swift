import Glibc

/// The machine's wall clock.
enum WallClock {
    /// Milliseconds since 1970.
    static var milliseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// HTTP's form of a point in time given in seconds since 1970, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func httpDate(_ seconds: Int64) -> String {
        let days = Int(seconds / 86_400)
        let time = Int(seconds % 86_400)
        // Years that begin in March, so that the leap day comes last; 146,097 days are 400 years.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = (marchMonth + 2) % 12
        let year = era * 400 + yearOfEra + (month < 2 ? 1 : 0)
        let clock = "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))"
        return "\(weekdays[days % 7]), \(two(day)) \(months[month]) \(year) \(clock) GMT"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
