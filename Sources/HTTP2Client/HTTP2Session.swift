import CNghttp2
import Glibc
import ServiceRuntime

/// One connection speaking HTTP/2: which requests are on it, how many more it takes, and whether it lives.
///
/// Loop thread only.
@safe final class HTTP2Session {
    private static let readsPerPass = 16
    private static let connectionWindow: Int32 = 1 << 20

    let connection: CurlConnection
    let number: UInt64
    let statistics: StatisticsRecorder
    private let configuration: PoolConfiguration
    private let opened: MonotonicTime
    // Set once in `init`; optional only because nghttp2 needs `self` for it.
    private var session: OpaquePointer?
    private let encoder: RequestEncoder

    private(set) var exchanges: [Exchange] = []
    private var returned: [Exchange] = []
    private var output = OutputBuffer()

    private(set) var window: StreamWindow
    private var liveness: Liveness
    /// Whether it takes no more requests and ends with the last one it has.
    private(set) var isDraining = false
    /// Why it is over; nil while it lives.
    private(set) var end: TransportFailure?
    /// What the server's GOAWAY said, or which rule it broke.
    private var complaint: (kind: TransportFailure.Kind, text: String)?

    /// Whether bytes may be waiting; set by poll.
    var isReadable = true
    private(set) var isWriteBlocked = false
    private var writeProblem: String?

    init(
        _ connection: CurlConnection, number: UInt64, configuration: PoolConfiguration, statistics: StatisticsRecorder,
        now: MonotonicTime
    ) {
        self.connection = connection
        self.number = number
        self.configuration = configuration
        self.statistics = statistics
        encoder = RequestEncoder(authority: configuration.endpoint.authority)
        opened = now
        window = StreamWindow(maximum: configuration.maximumStreams)
        liveness = Liveness(configuration, now: now)
        unsafe session = HTTP2Callbacks.makeSession(for: self)
        var settings = [
            nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue),
                value: UInt32(2 * HTTPResponse.maximumHeaderBytes)),
        ]
        unsafe nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), &settings, settings.count)
        unsafe nghttp2_session_set_local_window_size(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, HTTP2Session.connectionWindow)
    }

    deinit { unsafe nghttp2_session_del(session) }

    // MARK: What the pool asks

    var isOver: Bool { end != nil }
    var acceptsRequests: Bool { !isDraining && !isOver && writeProblem == nil }
    /// How many more requests it takes now.
    var room: Int { acceptsRequests ? window.limit - exchanges.count : 0 }
    /// Whether the server has spoken HTTP/2: its first frame is SETTINGS.
    var hasGreeted: Bool { window.serverLimit != nil }
    /// Whether another connection would help: this one works and is full.
    var isSaturated: Bool { window.isProven && room <= 0 }
    /// Whether it ended so young and without an answer that dialling again at once would be a hammer on the server.
    func failedEarly(at now: MonotonicTime) -> Bool {
        !window.isProven && now.milliseconds(since: opened) < ConnectBackoff.longestMilliseconds
    }

    /// Takes no more requests; ends after the last.
    func drain() { isDraining = true }

    /// Puts `exchange` on this connection; `flush` writes it.
    func submit(_ exchange: Exchange) {
        exchange.beginAttempt()
        let result = unsafe encoder.submit(exchange, to: session)
        if result > 0 {
            exchange.streamID = result
            exchange.place = exchanges.count
            exchanges.append(exchange)
        } else if result == NGHTTP2_ERR_STREAM_ID_NOT_AVAILABLE.rawValue {
            isDraining = true
            giveBack(exchange)
        } else {
            exchange.fail(.protocolError, "HTTP/2 cannot carry this request (\(HTTP2Callbacks.describe(result)))")
        }
    }

    /// Takes those which the server surely did not process and which must go again, the oldest last.
    func takeReturned() -> [Exchange] {
        guard !returned.isEmpty else { return [] }
        defer { returned = [] }
        return returned.sorted { $0.streamID > $1.streamID }
    }

    /// Ends the requests whose deadline has passed at `now`; gives the earliest deadline of the rest.
    func expire(at now: MonotonicTime) -> MonotonicTime? {
        var earliest: MonotonicTime?
        for exchange in exchanges where !exchange.isFinished {
            guard exchange.deadline <= now else {
                earliest = min(earliest ?? exchange.deadline, exchange.deadline)
                continue
            }
            statistics.current.deadlines += 1
            if exchange.isOnWire { liveness.deadlinePassed() }
            exchange.fail(.deadline, "no answer before the request's deadline")
            cancel(exchange)
        }
        if liveness.silentDeadlines >= (window.isProven ? 2 : 1) { isDraining = true }
        return earliest
    }

    /// Asks an idle connection for a sign of life, and gives it up when none has come.
    func checkLiveness(at now: MonotonicTime) {
        guard !isOver else { return }
        switch liveness.check(at: now) {
        case .fine: break
        case .pingNow: unsafe nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
        case .dead:
            statistics.current.pingsLost += 1
            finish(.connectionLost, "the server did not answer a PING in \(configuration.pingTimeoutMilliseconds) ms")
        }
    }

    var nextLivenessCheck: MonotonicTime { liveness.nextCheck }

    // MARK: Moving bytes

    /// Reads what has come, as much as is fair to others in one pass.
    func receive(into buffer: UnsafeMutableRawBufferPointer, at now: MonotonicTime) {
        for _ in 0..<HTTP2Session.readsPerPass where !isOver {
            switch unsafe connection.receive(buffer) {
            case .again:
                isReadable = false
                if let writeProblem { finish(.connectionLost, writeProblem) }
                return
            case .ended(let text):
                // In TLS 1.3 a server refuses our certificate, or the lack of one, after our side of the handshake.
                let isRefusal = !hasGreeted && text.contains(" alert ")
                finish(isRefusal ? .tls : .connectionLost, text)
            case .moved(let count):
                liveness.received(at: now)
                let used = unsafe nghttp2_session_mem_recv(session, buffer.baseAddress, count)
                if used < 0 { finish(.protocolError, HTTP2Callbacks.describe(Int32(used))) }
            }
        }
    }

    /// Writes what is due until the socket takes no more.
    func flush() {
        isWriteBlocked = false
        while !isOver, writeProblem == nil {
            if output.isEmpty {
                if let error = unsafe output.fill(from: session) {
                    finish(.protocolError, HTTP2Callbacks.describe(error))
                }
                if output.isEmpty { break }
            }
            switch output.send(on: connection) {
            case .moved: break
            case .ended(let text):
                // What the server said before it closed (answers, a GOAWAY) is still there to be read.
                writeProblem = text
                isReadable = true
            case .again:
                isWriteBlocked = true
                return
            }
        }
        if !isOver, writeProblem == nil, unsafe nghttp2_session_want_read(session) == 0,
            unsafe nghttp2_session_want_write(session) == 0
        {
            finish(complaint?.kind ?? .connectionLost, "the server ended the connection")
        }
    }

    /// Says good-bye as far as the socket takes it.
    func close() {
        guard !isOver else { return }
        unsafe nghttp2_submit_goaway(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, NGHTTP2_NO_ERROR.rawValue, nil, 0)
        flush()
        finish(.stopped, "the connection was closed")
    }

    /// Ends all requests here with `kind`: unknown for those on the wire. With `returning`, the others go again.
    /// The last thing asked of a session, for nghttp2 still knows the exchanges let go of here.
    func abandon(_ kind: TransportFailure.Kind, _ message: String, returning: Bool) {
        let left = exchanges
        exchanges = []
        for exchange in left where !exchange.isFinished {
            if exchange.hasAnswer {
                respond(exchange)
            } else if kind == .tls {
                exchange.isOnWire = false  // No application read what TLS refused.
                exchange.fail(kind, message)
            } else if returning, !exchange.isOnWire {
                giveBack(exchange)
            } else {
                exchange.fail(kind, message)
            }
        }
    }

    private func finish(_ kind: TransportFailure.Kind, _ text: String) {
        guard end == nil else { return }
        let message = complaint.map { "\(text): \($0.text)" } ?? text
        end = TransportFailure(
            kind: kind, processed: .unknown, message: "\(configuration.endpoint.authority): \(message)")
    }

    private func cancel(_ exchange: Exchange) {
        let code = NGHTTP2_CANCEL.rawValue
        unsafe nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), exchange.streamID, code)
    }

    // MARK: What the server did (called from nghttp2's callbacks)

    func settingsArrived() {
        let limit = unsafe nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
        window.settingsArrived(limit: Int(limit))
    }

    func goAwayArrived(code: UInt32, reason: String) {
        statistics.current.goAways += 1
        isDraining = true
        complaint = (.connectionLost, "GOAWAY with error \(code)\(reason.isEmpty ? "" : ", \(reason)")")
    }

    func ruleBroken(code: UInt32, reason: String) {
        complaint = (
            .protocolError, "it broke the rules of HTTP/2 (error \(code)\(reason.isEmpty ? "" : ", \(reason)"))"
        )
    }

    /// A part of the answer's body; a longer one than is kept is cut off and the stream ended.
    func bodyArrived(_ bytes: UnsafeBufferPointer<UInt8>, for exchange: Exchange) {
        let free = configuration.maximumBodyBytes - exchange.body.count
        unsafe exchange.body.append(contentsOf: bytes.prefix(free))
        if bytes.count > free { cancel(exchange) }
    }

    /// The server has said all; a request whose body it did not wait for is over too.
    func answerEnded(_ exchange: Exchange) {
        if exchange.bodyBytesSent < exchange.request.body.count { cancel(exchange) }
    }

    func streamClosed(_ exchange: Exchange, code: UInt32) {
        let last = exchanges.removeLast()
        if last !== exchange {
            exchanges[exchange.place] = last
            last.place = exchange.place
        }
        if exchange.isFinished { return }
        if exchange.hasAnswer {
            respond(exchange)
        } else if !exchange.isOnWire || code == NGHTTP2_REFUSED_STREAM.rawValue {
            if exchange.isOnWire { window.refused(others: exchanges.count) }
            giveBack(exchange)
        } else {
            let kind: TransportFailure.Kind = code == NGHTTP2_PROTOCOL_ERROR.rawValue ? .protocolError : .streamReset
            exchange.fail(kind, "the server ended the request without an answer (RST_STREAM, error \(code))")
        }
    }

    private func respond(_ exchange: Exchange) {
        if !window.isProven { statistics.current.lastProblem = nil }
        window.answered()
        exchange.finish(
            .response(
                HTTPResponse(
                    status: exchange.status, headerBlock: exchange.headerBlock, body: exchange.body, connection: number)
            ))
    }

    private func giveBack(_ exchange: Exchange) {
        if exchange.isOnWire { statistics.current.refused += 1 }
        exchange.isOnWire = false
        if exchange.attempts < Exchange.maximumAttempts {
            returned.append(exchange)
        } else {
            exchange.fail(.refused, "the server refused the request \(exchange.attempts) times: it asks for fewer")
        }
    }
}
