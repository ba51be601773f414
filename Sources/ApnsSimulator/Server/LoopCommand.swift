/// What the serving thread is told by others.
enum LoopCommand: Sendable {
    /// Settings have changed: tell the open connections.
    case applySettings
    /// Cut every connection.
    case dropConnections
    /// GOAWAY on every connection; what is in flight is answered.
    case goaway(reason: String?)
    case stop
}
