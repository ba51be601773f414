import ServiceRuntime

/// The header Retry-After (RFC 9110 §10.2.3). Apple documents none; what comes is honoured, within a day.
enum RetryAfter {
    /// The longest wait that is honoured, in milliseconds.
    static let longest: Int64 = 86_400_000

    /// The wait in milliseconds; nil when the text is neither seconds nor a date.
    /// - Parameter date: the answer's own date, so that our clock's error does not matter; nil: our clock.
    static func milliseconds(_ text: String, date: String?) -> Int64? {
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !text.isEmpty {
            return Int64(text).map { min($0, longest / 1000) * 1000 } ?? longest
        }
        guard let then = HTTPDate.seconds(text) else { return nil }
        let now = date.flatMap(HTTPDate.seconds) ?? WallClock.milliseconds / 1000
        return min(max(then - now, 0) * 1000, longest)
    }
}
