import ServiceRuntime
import Synchronization

/// Writes events to standard error, one line each, from any thread.
package final class Logger: Sendable {
    private let threshold: Atomic<UInt8>
    private let format: Locked<LogFormat>
    private let write: @Sendable ([UInt8]) -> Void

    /// Logs events of at least `level`; `write` receives whole lines, one at a time.
    package init(
        format: LogFormat, level: LogLevel,
        write: @escaping @Sendable ([UInt8]) -> Void = { StandardStream.error.write($0) }
    ) {
        threshold = Atomic(level.rawValue)
        self.format = Locked(format)
        self.write = write
    }

    /// Changes format and level from the next event on (a re-read configuration).
    package func configure(format: LogFormat, level: LogLevel) {
        threshold.store(level.rawValue, ordering: .relaxed)
        self.format.withLock { $0 = format }
    }

    /// Whether an event of `level` would be written: one atomic read.
    package func isEnabled(_ level: LogLevel) -> Bool { level.rawValue >= threshold.load(ordering: .relaxed) }

    /// Writes an event; the fields are not even built when the level is off.
    package func log(
        _ level: LogLevel, _ event: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue>
    ) {
        guard isEnabled(level) else { return }
        let fields = fields()
        let now = WallClock.milliseconds
        // The lock also keeps lines whole: a pipe takes only so much at once.
        format.withLock { format in
            write(LogLine.bytes(milliseconds: now, level: level, event: "\(event)", fields: fields, format: format))
        }
    }

    /// Logs what only helps to find a fault.
    package func debug(
        _ event: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:]
    ) { log(.debug, event, fields()) }

    /// Logs what an admin wants to read later.
    package func info(
        _ event: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:]
    ) { log(.info, event, fields()) }

    /// Logs what somebody should look at.
    package func warning(
        _ event: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:]
    ) { log(.warning, event, fields()) }

    /// Logs what does not work.
    package func error(
        _ event: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:]
    ) { log(.error, event, fields()) }
}
