package import HTTP2Client
package import PushCore

/// How a sender reaches Apple (contract, section 8, `[apns]`).
package struct ApnsSettings: Sendable {
    package var production: HTTPEndpoint
    package var sandbox: HTTPEndpoint
    /// A PEM file of trusted roots, used instead of the system's.
    package var caFile: String?
    /// `http://[user:password@]host:port`.
    package var proxy: String?
    /// Where pushes may go unless a message says otherwise.
    package var environment: EnvironmentChoice = .auto
    /// The most connections to each environment; another is opened when those that stand are full.
    package var connections = 4
    /// Requests in flight on each connection; Apple's own limit wins when it is lower.
    package var maximumStreams = 500
    /// Milliseconds until a request counts as unanswered.
    package var requestTimeout: Int64 = 10_000
    /// Milliseconds that DNS, TCP, proxy and TLS may take together.
    package var connectTimeout = 5_000
    /// Keeps one more connection open, so that a call never waits for a dial.
    package var keepsSpare = false

    /// Milliseconds until something that Apple refused is probed for the first time; other pauses are multiples of it.
    package var probePause: Int64 = 5_000

    package init(production: HTTPEndpoint, sandbox: HTTPEndpoint) {
        self.production = production
        self.sandbox = sandbox
    }
}
