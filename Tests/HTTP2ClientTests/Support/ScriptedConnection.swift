import COpenSSL
import Glibc
import ServiceRuntime

/// One connection of a scripted server, on its own thread: reads frames, tells the script, writes what it wants.
@safe final class ScriptedConnection {
    /// Which connection of the server this is, from 1.
    let number: Int
    /// Streams whose request has come and which have no end yet, oldest first.
    private(set) var open: [UInt32] = []
    /// The most streams open at once since last set.
    var mostOpen = 0
    /// For the script's own use.
    var count = 0
    /// Whether PINGs are answered.
    var answersPings = true

    private unowned let server: ScriptedServer
    private let tls: OpaquePointer
    private let socket: Int32
    private var input: [UInt8] = []
    private var started: Set<UInt32> = []
    private var bodies: [UInt32: [UInt8]] = [:]
    private var isOver = false

    init(server: ScriptedServer, number: Int, tls: OpaquePointer, socket: Int32) {
        self.server = server
        self.number = number
        unsafe self.tls = tls
        self.socket = socket
    }

    func run(_ script: ScriptedServer.Script) {
        guard let preface = take(24), preface.starts(with: Array("PRI * HTTP/2.0".utf8)) else { return }
        script(self, .opened)
        settings([])
        // The connection's window, as wide as it can be.
        frame(8, 0, 0, ScriptedConnection.number(0x7FFF_FFFF - 65_535))
        while !isOver {
            if input.count < 9, unsafe SSL_pending(tls) == 0, !Sockets.isReadable(socket, within: 20) {
                script(self, .idle)
                continue
            }
            guard let head = take(9) else { return }
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            let stream = head[5...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
            guard let payload = length == 0 ? [] : take(length) else { return }
            received(head[3], flags: head[4], stream: stream, payload: payload, script)
        }
    }

    private func received(
        _ kind: UInt8, flags: UInt8, stream: UInt32, payload: [UInt8], _ script: ScriptedServer.Script
    ) {
        switch kind {
        case 0, 1:
            if kind == 0 { bodies[stream, default: []] += payload }
            if kind == 1 {
                open.append(stream)
                mostOpen = max(mostOpen, open.count)
            }
            if flags & 1 != 0 { script(self, .request(stream: stream, body: bodies[stream] ?? [])) }
        case 3:
            open.removeAll { $0 == stream }
            let code = payload.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            script(self, .reset(stream: stream, code: code))
        case 4 where flags & 1 == 0: frame(4, 1, 0, [])
        case 4: script(self, .settingsAcknowledged)
        case 6 where flags & 1 == 0 && answersPings: frame(6, 1, 0, payload)
        default: break
        }
    }

    // MARK: What a script can do

    /// Answers with `status` (three digits), literal header fields and a body; counts the request as processed.
    func answer(_ stream: UInt32, _ status: String = "200", fields: [(String, String)] = [], body: [UInt8] = []) {
        headers(stream, [(":status", status)] + fields, ends: body.isEmpty)
        if !body.isEmpty { frame(0, 1, stream, body) }
        noteProcessed(stream)
    }

    /// Counts the request on `stream` as processed and over.
    func noteProcessed(_ stream: UInt32) {
        let text = String(decoding: bodies.removeValue(forKey: stream) ?? [], as: UTF8.self)
        server.processed.withLock { $0.append(text) }
        open.removeAll { $0 == stream }
    }

    /// A HEADERS frame with literal fields (and CONTINUATIONs when it is long).
    func headers(_ stream: UInt32, _ fields: [(String, String)], ends: Bool) {
        var block: [UInt8] = []
        for (name, value) in fields {
            block += [0x00] + ScriptedConnection.text(name) + ScriptedConnection.text(value)
        }
        var kind: UInt8 = 1
        repeat {
            let part = Array(block.prefix(16_384))
            block.removeFirst(part.count)
            frame(kind, (kind == 1 && ends ? 1 : 0) | (block.isEmpty ? 4 : 0), stream, part)
            kind = 9
        } while !block.isEmpty
    }

    func reset(_ stream: UInt32, code: UInt32) {
        open.removeAll { $0 == stream }
        frame(3, 0, stream, ScriptedConnection.number(code))
    }

    func goAway(last: UInt32, code: UInt32 = 0, reason: String = "") {
        frame(7, 0, 0, ScriptedConnection.number(last) + ScriptedConnection.number(code) + Array(reason.utf8))
    }

    /// SETTINGS with (identifier, value) pairs; 3 is MAX_CONCURRENT_STREAMS.
    func settings(_ values: [(UInt16, UInt32)]) {
        frame(4, 0, 0, values.flatMap { [UInt8($0.0 >> 8), UInt8($0.0 & 255)] + ScriptedConnection.number($0.1) })
    }

    func frame(_ kind: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) {
        let length = payload.count
        let head = [UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255), kind, flags]
        raw(head + ScriptedConnection.number(stream) + payload)
    }

    func raw(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe _ = SSL_write(tls, $0.baseAddress, Int32($0.count)) }
    }

    /// Ends the connection without a word.
    func drop() {
        isOver = true
        Sockets.wake(socket)
    }

    // MARK: Bytes

    private func take(_ count: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while input.count < count {
            let got = unsafe SSL_read(tls, &buffer, Int32(buffer.count))
            guard got > 0 else { return nil }
            input += buffer.prefix(Int(got))
        }
        defer { input.removeFirst(count) }
        return Array(input.prefix(count))
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }

    // HPACK string literal, not Huffman coded (RFC 7541 §5.2).
    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var rest = bytes.count - 127
        var length: [UInt8] = [127]
        while rest >= 128 {
            length.append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        return length + [UInt8(rest)] + bytes
    }
}
