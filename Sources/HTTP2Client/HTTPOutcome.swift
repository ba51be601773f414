/// How a request ended.
package enum HTTPOutcome: Sendable {
    /// The server answered, with any status.
    case response(HTTPResponse)
    /// There is no answer.
    case failure(TransportFailure)
}
