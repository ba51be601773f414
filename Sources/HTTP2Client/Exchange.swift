import ServiceRuntime

/// A request on its way to its one outcome, over as many attempts as the server surely did not process.
/// Loop thread only.
final class Exchange {
    /// How often a request the server did not process is sent before its caller hears of it.
    static let maximumAttempts = 6

    private let batch: Batch
    private let index: Int
    let deadline: MonotonicTime
    /// Whether the caller has been told; what comes afterwards is ignored.
    private(set) var isFinished = false
    private(set) var attempts = 0

    // The current attempt.
    var streamID: Int32 = 0
    /// Where the connection keeps it among its exchanges in flight.
    var place = 0
    /// Whether its HEADERS were handed to TLS: from then on the server may have seen it.
    var isOnWire = false
    var bodyBytesSent = 0
    var status = 0
    /// "name: value\r\n" after one another (see HTTPResponse).
    var headerBlock: [UInt8] = []
    var body: [UInt8] = []

    init(batch: Batch, index: Int) {
        self.batch = batch
        self.index = index
        deadline = batch.requests[index].deadline
    }

    /// Read in place: a copy of its own would cost a dozen reference counts per request.
    var request: HTTPRequest {
        @inline(__always) _read { yield batch.requests[index] }
    }

    /// Whether a final status and its fields have come: then the outcome is known, however the stream ends.
    private(set) var hasAnswer = false

    /// Makes ready for a first or another attempt.
    func beginAttempt() {
        attempts += 1
        streamID = 0
        isOnWire = false
        bodyBytesSent = 0
        beginAnswer()
    }

    /// Notes that all fields of an answer are there; a final one (200 and up) counts.
    func endHeaders() { hasAnswer = status >= 200 }

    /// Forgets an interim (1xx) answer, for another one follows.
    func beginAnswer() {
        status = 0
        headerBlock.removeAll(keepingCapacity: true)
    }

    func finish(_ outcome: HTTPOutcome) {
        guard !isFinished else { return }
        isFinished = true
        batch.finish(index, outcome)
    }

    /// Ends with `kind`; processed is unknown once the request was on the wire.
    func fail(_ kind: TransportFailure.Kind, _ message: String) {
        let processed: TransportFailure.Processed = isOnWire ? .unknown : .no
        finish(.failure(TransportFailure(kind: kind, processed: processed, message: message)))
    }
}
