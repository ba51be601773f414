import Glibc
import ServiceRuntime
import TestSupport

/// The socket at which systemd listens to a service of `Type=notify`.
final class NotifySocket: Sendable {
    /// The value of `$NOTIFY_SOCKET`.
    let path: String
    private let descriptor: Int32
    private let lines = Locked<[String]>([])

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw TestServerError("bind \(path): errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// All that was said so far, a line each.
    var heard: [String] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return lines.withLock { $0 } }
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            lines.withLock { $0 += text.split(separator: "\n").map(String.init) }
        }
    }
}
