import Telemetry

/// Logs a failure that may last: when it begins, ever more rarely while it lasts, and when it is over.
struct FailureLog {
    private let event: StaticString
    private let isHarmless: Bool
    private var count = 0

    /// - Parameter isHarmless: whether it is only worth a warning.
    init(event: StaticString, isHarmless: Bool = false) {
        self.event = event
        self.isHarmless = isHarmless
    }

    /// Whether the last try failed.
    var lasts: Bool { count > 0 }

    /// How long to wait before the next try, in milliseconds: 50 at first, at most 2 seconds.
    var pause: Int64 { min(2000, 50 << Int64(min(count, 6))) }

    mutating func failed(_ error: any Error, _ logger: Logger) {
        count += 1
        guard count.nonzeroBitCount == 1 else { return }
        let fields: KeyValuePairs<StaticString, LogValue> = ["failures": .count(count), "error": .error(error)]
        if isHarmless { logger.warning(event, fields) } else { logger.error(event, fields) }
    }

    mutating func worked(_ logger: Logger) {
        guard count > 0 else { return }
        logger.info(event, ["failures": .count(count), "state": "recovered"])
        count = 0
    }
}
