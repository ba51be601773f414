/// What happens to a request that a fault strikes.
package enum FaultAction: Sendable, Hashable {
    /// This answer instead of the rules' verdict.
    case answer(FaultAnswer)
    /// The answer comes so many milliseconds late.
    case delay(milliseconds: Int64)
    /// The request is taken as the rules say, and never answered.
    case silence
    /// The request is taken as the rules say; instead of the answer its stream is reset with this HTTP/2 error code.
    case resetStream(code: UInt32)
    /// REFUSED_STREAM: the request is not processed.
    case refuse
    /// GOAWAY. Requests up to the last stream id are answered, those above it are not processed.
    case goaway(lastStreamID: LastStreamID, reason: String?)
    /// The request is taken as the rules say; the TCP connection is cut without an answer.
    case dropConnection
    /// The request is taken as the rules say; instead of the answer come these bytes, which are no HTTP/2 frame.
    case garbage(Garbage)
    /// From here on the connection's bytes are read at this pace (0: never again), so that TCP's window closes.
    case slowRead(bytesPerSecond: Int)
    /// The answer's body comes at this pace (at least 1).
    case slowAnswer(bytesPerSecond: Int)
    /// SETTINGS_MAX_CONCURRENT_STREAMS of this connection falls (or rises) to this; the request goes its way.
    case streamLimit(UInt32)
    /// The rules' status with a body of so many bytes.
    case oversizeBody(bytes: Int)

    /// The last stream id of a GOAWAY.
    package enum LastStreamID: String, Sendable, Hashable, CaseIterable {
        /// The struck request's own: it is answered, later ones are not processed.
        case same
        /// No request on the connection that is unanswered was processed.
        case zero
        /// The one before: the struck request is not processed, earlier ones are answered.
        case previous
    }

    /// Bytes that break HTTP/2.
    package enum Garbage: String, Sendable, Hashable, CaseIterable {
        /// No frame at all.
        case noise
        /// A HEADERS frame whose HPACK block cannot be decoded.
        case badHeaderBlock = "bad-header-block"
        /// A frame longer than SETTINGS_MAX_FRAME_SIZE allows.
        case oversizeFrame = "oversize-frame"
        /// A frame header and then nothing more.
        case halfFrame = "half-frame"
    }
}
