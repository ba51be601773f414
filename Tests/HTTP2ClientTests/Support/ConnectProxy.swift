import Glibc
import ServiceRuntime

/// An HTTP proxy that knows only CONNECT: to a port on loopback, or a refusal.
final class ConnectProxy: Sendable {
    let port: Int
    /// The first lines of the requests that came.
    let requests = Locked<[String]>([])

    private let listener: Int32
    private let refuses: Bool
    private let sockets = Locked<[Int32]>([])
    private let threads = Locked<[Thread]>([])

    init(refuses: Bool = false) {
        self.refuses = refuses
        (listener, port) = Sockets.listen()
        let accepting = Thread(name: "proxy") { [self] in
            while case let socket = accept(listener, nil, nil), socket >= 0 {
                sockets.withLock { $0.append(socket) }
                let thread = Thread(name: "tunnel") { [self] in serve(socket) }
                threads.withLock { $0.append(thread) }
            }
        }
        threads.withLock { $0.append(accepting) }
    }

    func stop() {
        Sockets.wake(listener)
        while let thread = threads.withLock({ $0.popLast() }) {
            for socket in sockets.withLock({ $0 }) { Sockets.wake(socket) }
            thread.join()
        }
        close(listener)
        for socket in sockets.withLock({ $0 }) { close(socket) }
    }

    private func serve(_ client: Int32) {
        var head = ""
        while !head.hasSuffix("\r\n\r\n"), let bytes = Self.receive(client) {
            head += String(decoding: bytes, as: UTF8.self)
        }
        let line = String(head.prefix { $0 != "\r\n" })
        requests.withLock { $0.append(line) }
        let port = line.split(separator: " ").dropFirst().first?.split(separator: ":").last.flatMap { Int($0) }
        let server = refuses ? -1 : Sockets.connect(port: port ?? 0)
        guard server >= 0 else {
            Self.send(client, Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".utf8))
            return Sockets.wake(client)
        }
        sockets.withLock { $0.append(server) }
        Self.send(client, Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
        let back = Thread(name: "tunnel-back") { Self.copy(from: server, to: client) }
        Self.copy(from: client, to: server)
        back.join()
    }

    private static func copy(from source: Int32, to target: Int32) {
        while let bytes = receive(source) { send(target, bytes) }
        Sockets.wake(source)
        Sockets.wake(target)
    }

    private static func receive(_ socket: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe recv(socket, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    private static func send(_ socket: Int32, _ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe _ = Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }
}
