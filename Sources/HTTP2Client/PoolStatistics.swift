/// What a pool is doing and what has happened to it since it was made.
package struct PoolStatistics: Sendable, Hashable {
    /// Connections open now, with the spare and those being drained.
    package var connections = 0
    /// Requests on a connection now.
    package var streams = 0
    /// Requests waiting for a connection or a free stream.
    package var queued = 0
    /// The lowest SETTINGS_MAX_CONCURRENT_STREAMS among connections that take requests; nil before one is known.
    package var serverStreamLimit: Int?
    /// Connections made.
    package var connects = 0
    /// Dials that failed.
    package var failedConnects = 0
    /// GOAWAY frames received.
    package var goAways = 0
    /// Attempts the server surely did not process: REFUSED_STREAM, or above GOAWAY's last stream.
    package var refused = 0
    /// Requests put back and sent again, which their callers did not see.
    package var resent = 0
    /// Connections given up because a PING was not answered.
    package var pingsLost = 0
    /// Requests whose deadline passed.
    package var deadlines = 0
    /// What the last failed dial or lost connection said, nil after an answer on a new connection.
    package var lastProblem: String?

    package init() {}
}
