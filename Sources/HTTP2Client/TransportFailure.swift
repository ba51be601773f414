/// Why a request has no answer, and whether the server may have acted on it.
package struct TransportFailure: Error, Sendable, CustomStringConvertible {
    /// What happened, for deciding what to do next.
    package enum Kind: Sendable, Hashable {
        /// No connection: DNS, a firewall, the proxy, a server that is down.
        case cannotConnect
        /// A connection, but no trust: certificates on either side, or a server that does not speak HTTP/2.
        case tls
        /// The server broke the rules of HTTP/2, or the request cannot be expressed in it.
        case protocolError
        /// The server ended this request alone (RST_STREAM) without an answer.
        case streamReset
        /// The connection ended under the request.
        case connectionLost
        /// The request's deadline passed.
        case deadline
        /// The server refused the request again and again; it has processed none of the attempts.
        case refused
        /// Its sender took it back before it was sent.
        case withdrawn
        /// The pool was closed or the loop stopped.
        case stopped
    }

    /// Whether the server may have acted on the request.
    package enum Processed: Sendable, Hashable {
        /// Surely not: sending it again cannot do a thing twice.
        case no
        /// It may have been; only a harmless request may be sent again.
        case unknown
    }

    package let kind: Kind
    package let processed: Processed
    /// What happened and who must do what, with the library's number and text.
    package let message: String

    package init(kind: Kind, processed: Processed, message: String) {
        self.kind = kind
        self.processed = processed
        self.message = message
    }

    package var description: String { message }
}
