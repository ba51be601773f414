package import JSONText
import ServiceRuntime

/// What a command prints: results to standard output, remarks to standard error.
package final class Output: Sendable {
    private let failure = Locked<SystemError?>(nil)

    package init() {}

    /// Prints one line of the result.
    package func line(_ text: String = "") { write(text + "\n") }

    /// Prints JSON for machines, on one line.
    package func json(_ value: JSONValue) { write(JSONWriter.text(value) + "\n") }

    /// Prints a remark that is not part of the result.
    package func remark(_ text: String) { StandardStream.error.write(Array((text + "\n").utf8)) }

    /// Whether the reader has gone away or takes no more: nothing further is written.
    package var isClosed: Bool { failure.withLock { $0 != nil } }

    /// Why the result could not be written in full; nil when it was, or when the reader left, having read enough.
    package var problem: String? {
        failure.withLock { $0.flatMap { $0.isBrokenPipe ? nil : $0.description } }
    }

    private func write(_ text: String) {
        failure.withLock { failure in
            if failure == nil { failure = StandardStream.output.write(Array(text.utf8)) }
        }
    }
}
