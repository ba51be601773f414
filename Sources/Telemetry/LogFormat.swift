/// How a log line is written (`[log] format`).
package enum LogFormat: String, Sendable, CaseIterable {
    /// `2026-03-01T09:05:00.120Z info  started lanes=2`
    case text
    /// One JSON object with `time`, `level`, `event` and the fields.
    case json
}
