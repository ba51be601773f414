import CNghttp2
import COpenSSL
import Glibc
import ServiceRuntime

/// One client's connection: TLS below, HTTP/2 above. Lives on the serving thread.
@safe final class PushConnection: LoopMember {
    /// Counts connections from 1.
    let id: Int
    let environment: SimulatedEnvironment
    let descriptor: Int32
    /// Holds us until `close()`, as we hold it.
    let loop: ServerLoop
    private let tls: ServerTLS
    private let ssl: OpaquePointer
    // Set once in `init`; the callbacks reach the connection through it, so it dies first.
    private(set) var session: OpaquePointer?

    var authority = ConnectionAuthority()
    var streams: [RequestStream] = []
    var freeStreams: [Int] = []
    /// The stream whose headers are coming in.
    var current: RequestStream?
    /// The stream limit that the client was told last.
    var toldLimit: UInt32 = .max
    /// A fault's stream limit; wins over all others.
    var faultLimit: UInt32?
    /// The last stream that a GOAWAY named; nghttp2 lets later ones in until that frame has left.
    var lastStream: Int32 = .max
    /// Whether the last answer was a rejection (`SimulatorSettings.collapseOnRejection`).
    var isCollapsed = false

    private var out: [UInt8] = []
    private var outOffset = 0
    private var hasHandshaken = false
    private var isClosed = false
    /// How the connection ends once nghttp2 has been left, which must not be called from its own callbacks.
    private var violence: Violence?
    /// Garbage was sent: nothing sensible follows.
    private(set) var isSpoilt = false
    private var readPace: Int?
    private var readBudget = 0
    private var watchesReading = true
    private var watchesWriting = false

    /// Bytes taken from nghttp2 for one TLS record.
    private static let recordSize = 16_384
    /// Records read before others have their turn.
    private static let turn = 4
    private static let connectionWindow: Int32 = 1 << 20

    /// Takes over an accepted socket.
    init?(id: Int, environment: SimulatedEnvironment, descriptor: Int32, tls: ServerTLS, loop: ServerLoop) {
        guard let ssl = unsafe tls.accept(descriptor) else { return nil }
        self.id = id
        self.environment = environment
        self.descriptor = descriptor
        self.tls = tls
        self.loop = loop
        unsafe self.ssl = ssl
        out.reserveCapacity(2 * Self.recordSize)
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe nghttp2_session_server_new(&session, loop.callbacks, me)
    }

    deinit {
        unsafe nghttp2_session_del(session)
        unsafe SSL_free(ssl)
    }

    // MARK: Reading

    func ready(reading: Bool, writing: Bool) {
        guard hasHandshaken || handshake() else { return }
        if reading { read() }
        flush()
    }

    private func handshake() -> Bool {
        ERR_clear_error()
        let result = unsafe SSL_do_handshake(ssl)
        guard result == 1 else {
            switch unsafe SSL_get_error(ssl, result) {
            case SSL_ERROR_WANT_READ: watch(reading: true, writing: false)
            case SSL_ERROR_WANT_WRITE: watch(reading: true, writing: true)
            default: close()
            }
            return false
        }
        var chosen: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        unsafe SSL_get0_alpn_selected(ssl, &chosen, &length)
        guard length == 2 else {
            close()
            return false
        }
        hasHandshaken = true
        authority.certificate = unsafe tls.clientCertificate(ssl)
        unsafe nghttp2_session_set_local_window_size(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, Self.connectionWindow)
        tellSettings(first: true)
        return true
    }

    private func read() {
        for _ in 0..<Self.turn {
            guard !isClosed, let count = readRecord() else { return }
            if isSpoilt { continue }
            let result = unsafe nghttp2_session_mem_recv(session, loop.buffer, count)
            if let violence { return commit(violence) }
            if result < 0 { return close() }
            if outIsEmpty { fetch() }
            if out.count - outOffset >= Self.recordSize { flush() }
        }
        if !isClosed { loop.again(self) }
    }

    /// Reads into the loop's buffer; nil when there is nothing to read now.
    private func readRecord() -> Int? {
        var room = loop.buffer.count
        if let readPace {
            room = min(room, readBudget)
            guard room > 0 else {
                if readPace > 0 { loop.timers.add(entry(.read, in: 100)) }
                watch(reading: false, writing: watchesWriting)
                return nil
            }
        }
        ERR_clear_error()
        let count = unsafe SSL_read(ssl, &loop.buffer, Int32(room))
        guard count > 0 else {
            switch unsafe SSL_get_error(ssl, count) {
            case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: break
            default: close()
            }
            return nil
        }
        if readPace != nil { readBudget -= Int(count) }
        return Int(count)
    }

    /// From now on reads so many bytes per second.
    func slowDown(bytesPerSecond: Int) {
        readPace = bytesPerSecond
        readBudget = 0
        // A small receive buffer, so that the peer's window closes soon.
        var size: Int32 = 4096
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    // MARK: Writing

    private var outIsEmpty: Bool { outOffset == out.count }

    private func fetch() {
        out.removeAll(keepingCapacity: true)
        outOffset = 0
        guard !isSpoilt else { return }
        var bytes: UnsafePointer<UInt8>?
        while out.count < Self.recordSize {
            let count = unsafe nghttp2_session_mem_send(session, &bytes)
            guard count > 0 else { return }
            unsafe out.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }
    }

    /// Sends what there is to send, as far as the socket takes it.
    func flush() {
        guard !isClosed, hasHandshaken else { return }
        while true {
            if outIsEmpty { fetch() }
            if outIsEmpty { break }
            ERR_clear_error()
            let count = unsafe out.withUnsafeBufferPointer { out in
                unsafe SSL_write(ssl, out.baseAddress.map { unsafe $0 + outOffset }, Int32(out.count - outOffset))
            }
            if count > 0 {
                outOffset += Int(count)
                continue
            }
            switch unsafe SSL_get_error(ssl, count) {
            case SSL_ERROR_WANT_WRITE: return watch(reading: watchesReading, writing: true)
            case SSL_ERROR_WANT_READ: return
            default: return close()
            }
        }
        watch(reading: watchesReading, writing: false)
        if !isSpoilt, unsafe nghttp2_session_want_read(session) == 0, unsafe nghttp2_session_want_write(session) == 0 {
            unsafe SSL_shutdown(ssl)
            close()
        }
    }

    private func watch(reading: Bool, writing: Bool) {
        guard !isClosed, reading != watchesReading || writing != watchesWriting else { return }
        watchesReading = reading
        watchesWriting = writing
        loop.poller.change(descriptor, reading: reading, writing: writing)
    }

    // MARK: Ending

    /// A way to end that HTTP/2 does not know.
    enum Violence {
        case cut
        case spoil([UInt8])
    }

    /// Ends the connection so, after the answers that were given before; what else has come in is not looked at.
    func end(by violence: Violence) { self.violence = violence }

    private func commit(_ violence: Violence) {
        flush()
        guard !isClosed, case .spoil(let garbage) = violence else { return close() }
        abandonStreams()
        isSpoilt = true
        self.violence = nil
        out = out[outOffset...] + garbage
        outOffset = 0
        flush()
    }

    /// Ends the connection at once.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        abandonStreams()
        loop.remove(self)
        Glibc.close(descriptor)
    }

    // MARK: Timers

    /// An entry for the loop's timers.
    func entry(_ event: TimerQueue.Event, in milliseconds: Int64) -> TimerQueue.Entry {
        TimerQueue.Entry(due: .now.advanced(milliseconds: milliseconds), connectionID: id, event: event)
    }

    /// Something is due.
    func due(_ event: TimerQueue.Event) {
        guard !isClosed else { return }
        switch event {
        case .answer(let id): sendPendingAnswer(stream: id)
        case .body(let id):
            stream(id)?.isResting = false
            unsafe nghttp2_session_resume_data(session, id)
        case .read:
            readBudget = max(1, (readPace ?? 0) / 10)
            watch(reading: true, writing: watchesWriting)
            read()
        }
        flush()
    }
}
