/// How a pool connects and how much it asks of one server.
package struct PoolConfiguration: Sendable {
    package var endpoint: HTTPEndpoint
    /// A PEM file of the trusted root certificates, used instead of the system's; nil: the system's.
    package var caFile: String?
    /// `http://[user:password@]host:port` of a CONNECT proxy; nil: none, whatever the environment says. Never print it.
    package var proxy: String?
    /// The client certificate to present; nil: none.
    package var identity: ClientIdentity?
    /// Connections that carry requests at the same time, at least 1; the spare and those being drained come on top.
    package var maximumConnections: Int
    /// Requests in flight per connection, at least 1; the server's SETTINGS_MAX_CONCURRENT_STREAMS wins when lower.
    package var maximumStreams: Int
    /// Longest time for DNS, TCP, proxy and TLS together.
    package var connectTimeoutMilliseconds: Int
    /// TCP_USER_TIMEOUT: the kernel gives up a connection whose peer acknowledges nothing for so long.
    package var userTimeoutMilliseconds: Int
    /// A connection that has received nothing for so long is asked for a sign of life (PING).
    package var pingAfterIdleMilliseconds: Int
    /// A connection that does not answer a PING within this time is dead.
    package var pingTimeoutMilliseconds: Int
    /// Keeps one more connection than needed open from the start, for what must not wait for a dial.
    package var keepSpare: Bool
    /// At most this many bytes of an answer's body are kept.
    package var maximumBodyBytes = HTTPResponse.maximumBodyBytes

    package init(
        endpoint: HTTPEndpoint, caFile: String? = nil, proxy: String? = nil, identity: ClientIdentity? = nil,
        maximumConnections: Int = 1, maximumStreams: Int = 500, connectTimeoutMilliseconds: Int = 5_000,
        userTimeoutMilliseconds: Int = 10_000, pingAfterIdleMilliseconds: Int = 15_000,
        pingTimeoutMilliseconds: Int = 5_000, keepSpare: Bool = false
    ) {
        self.endpoint = endpoint
        self.caFile = caFile
        self.proxy = proxy
        self.identity = identity
        self.maximumConnections = maximumConnections
        self.maximumStreams = maximumStreams
        self.connectTimeoutMilliseconds = connectTimeoutMilliseconds
        self.userTimeoutMilliseconds = userTimeoutMilliseconds
        self.pingAfterIdleMilliseconds = pingAfterIdleMilliseconds
        self.pingTimeoutMilliseconds = pingTimeoutMilliseconds
        self.keepSpare = keepSpare
    }
}
