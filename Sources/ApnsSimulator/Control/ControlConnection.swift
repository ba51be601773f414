import Glibc
import JSONText

/// One client of the control port: a request, an answer, the end.
final class ControlConnection: LoopMember {
    let descriptor: Int32
    private unowned let loop: ServerLoop
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var written = 0

    /// Takes over an accepted socket.
    init(descriptor: Int32, loop: ServerLoop) {
        self.descriptor = descriptor
        self.loop = loop
    }

    func ready(reading: Bool, writing: Bool) {
        if output.isEmpty {
            guard read() else { return close() }
            switch ControlRequest.read(input) {
            case .incomplete: return
            case .complete(let request): answer(ControlEndpoint(shared: loop.shared).answer(request))
            case .refused(let status, let reason): answer(.failure(status, reason))
            }
        }
        flush()
    }

    private func read() -> Bool {
        while true {
            let count = unsafe recv(descriptor, &loop.buffer, loop.buffer.count, 0)
            if count > 0 {
                input += loop.buffer[..<count]
            } else {
                return count < 0 && (errno == EAGAIN || errno == EINTR)
            }
        }
    }

    private func answer(_ answer: ControlEndpoint.Answer) {
        var body = JSONWriter.bytes(answer.body)
        body.append(UInt8(ascii: "\n"))
        let head = [
            "HTTP/1.1 \(answer.status) \(answer.status == 200 ? "OK" : "Refused")", "Content-Type: application/json",
            "Content-Length: \(body.count)", "Connection: close", "", "",
        ]
        output = Array(head.joined(separator: "\r\n").utf8) + body
    }

    private func flush() {
        while written < output.count {
            let count = unsafe output.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress.map { unsafe $0 + written }, $0.count - written, 0)
            }
            guard count > 0 else {
                guard errno == EAGAIN || errno == EINTR else { return close() }
                return loop.poller.change(descriptor, reading: false, writing: true)
            }
            written += count
        }
        close()
    }

    /// Ends the connection.
    func close() {
        loop.remove(self)
        Glibc.close(descriptor)
    }
}
