/// The time in a record's `registered_at`: UNIX seconds, UNIX milliseconds, or ISO 8601 text.
package enum RegistrationTime {
    // As seconds this is the year 5138, as milliseconds 1973: no registration is in doubt.
    private static let firstMilliseconds = 100_000_000_000.0
    private static let lastMilliseconds = 253_402_300_799_999.0

    /// Milliseconds since 1970 of a number of seconds or milliseconds; nil outside 1970…9999.
    static func milliseconds(_ number: Double) -> Int64? {
        guard number > 0, number <= lastMilliseconds else { return nil }
        return Int64((number < firstMilliseconds ? number * 1000 : number) + 0.5)
    }

    /// Milliseconds since 1970 of digits or of ISO 8601 text (`2026-01-31T12:34:56.789+01:00`; a blank instead of the T,
    /// no seconds, no time, no zone = UTC). Nil when it is neither.
    package static func milliseconds(_ text: String) -> Int64? {
        let trimmed = PHPLooksSerialized.trimmed(Array(text.utf8))
        // Double alone would also take hexadecimal digits and words.
        if trimmed.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let number = Double(String(decoding: trimmed, as: UTF8.self))
        {
            return milliseconds(number)
        }
        var reader = Reader(rest: trimmed)
        return reader.time()
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func take(_ character: Character) -> Bool {
            guard rest.first == character.asciiValue else { return false }
            rest.removeFirst()
            return true
        }

        mutating func digits(_ count: Int, in range: ClosedRange<Int>) -> Int? {
            guard rest.count >= count, rest.prefix(count).allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            let number = rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            rest.removeFirst(count)
            return range.contains(number) ? number : nil
        }

        mutating func time() -> Int64? {
            guard let year = digits(4, in: 1970...9999), take("-"), let month = digits(2, in: 1...12), take("-"),
                let day = digits(2, in: 1...Self.days(in: month, of: year))
            else { return nil }
            var seconds = Self.daysSince1970(year, month, day) * 86400
            var fraction = 0
            if take("T") || take("t") || take(" ") {
                guard let hour = digits(2, in: 0...23), take(":"), let minute = digits(2, in: 0...59) else {
                    return nil
                }
                seconds += hour * 3600 + minute * 60
                if take(":") {
                    guard let second = digits(2, in: 0...60) else { return nil }
                    seconds += second
                    guard let part = milliseconds() else { return nil }
                    fraction = part
                }
                guard let zone = zone() else { return nil }
                seconds -= zone
            }
            let result = Int64(seconds) * 1000 + Int64(fraction)
            return rest.isEmpty && result > 0 ? result : nil
        }

        /// The fraction of a second, 0 when there is none; digits beyond milliseconds are dropped.
        private mutating func milliseconds() -> Int? {
            guard take(".") || take(",") else { return 0 }
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest.removeFirst(digits.count)
            guard !digits.isEmpty else { return nil }
            return (Array(digits.prefix(3)) + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        /// The zone's offset in seconds, 0 when there is none.
        private mutating func zone() -> Int? {
            if rest.isEmpty || take("Z") || take("z") { return 0 }
            let sign = take("+") ? 1 : take("-") ? -1 : 0
            guard sign != 0, let hours = digits(2, in: 0...18) else { return nil }
            if rest.isEmpty { return sign * hours * 3600 }
            _ = take(":")
            return digits(2, in: 0...59).map { sign * (hours * 3600 + $0 * 60) }
        }

        private static func days(in month: Int, of year: Int) -> Int {
            switch month {
            case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }

        private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
            let before = year - 1
            let leapDays = before / 4 - before / 100 + before / 400 - 477
            let months = (1..<month).reduce(0) { $0 + days(in: $1, of: year) }
            return (year - 1970) * 365 + leapDays + months + day - 1
        }
    }
}
