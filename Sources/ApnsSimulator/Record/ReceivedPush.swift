package import ServiceRuntime

/// One request as it reached the simulator, and what became of it.
package struct ReceivedPush: Sendable, Hashable {
    /// One request header.
    package struct Header: Sendable, Hashable {
        /// Lower-case, as HTTP/2 has it; pseudo headers with their colon.
        package let name: String
        package let value: String
    }

    /// What became of a request beside its verdict.
    package enum Fate: String, Sendable, Hashable {
        /// The client was sent `status` and `reason`.
        case answered
        /// Taken, and its answer not sent yet.
        case waiting
        /// Taken with this verdict, but the client was never told: it cannot know.
        case unanswered
        /// Refused, or above a GOAWAY's last stream id: nothing was done with it.
        case notProcessed = "not-processed"
    }

    /// Counts all requests since the start, from 1; `clear()` does not reset it.
    package let sequence: Int
    package let environment: SimulatedEnvironment
    /// `:path`.
    package let path: String
    /// The device token in lower case; empty when the path has none.
    package let token: String
    /// All headers, in the order received.
    package let headers: [Header]
    /// The body; empty when bodies are not kept.
    package let body: [UInt8]
    /// When the request was complete.
    package let arrival: MonotonicTime
    /// The same by the machine's wall clock, milliseconds since 1970.
    package let arrivalMilliseconds: Int64
    /// The status of the answer.
    package let status: Int
    /// The reason of the answer; nil with 200.
    package let reason: String?
    package let fate: Fate
    /// Things that APNs would not reject but delay, drop or show wrongly.
    package let warnings: [String]
    /// Counts connections from 1.
    package let connectionID: Int
    package let streamID: Int32

    /// The first header of this name.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Whether APNs took the push (200), or did what was asked of a channel (201, 204), told the client so or not.
    package var accepted: Bool { (200..<300).contains(status) && fate != .notProcessed }
}
