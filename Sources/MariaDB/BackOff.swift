import ServiceRuntime

/// When the next attempt to connect is due: 50 ms after the first failure, doubling up to 5 s, each with some jitter.
struct BackOff {
    private var failures = 0
    private var notBefore = MonotonicTime(nanoseconds: 0)
    private var error: MariaDBError?

    /// The last failure, as long as no new attempt is due.
    var pendingError: MariaDBError? { MonotonicTime.now < notBefore ? error : nil }

    mutating func failed(_ error: MariaDBError) {
        let ceiling = min(5000, 50 << min(failures, 7))
        failures += 1
        self.error = error
        notBefore = MonotonicTime.now.advanced(milliseconds: Int64.random(in: Int64(ceiling) / 2...Int64(ceiling)))
    }

    mutating func succeeded() {
        failures = 0
        error = nil
    }
}
