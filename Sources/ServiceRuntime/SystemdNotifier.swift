import Glibc

/// Tells systemd how the service is (sd_notify's protocol: datagrams to the socket in `$NOTIFY_SOCKET`). Does nothing
/// elsewhere.
package struct SystemdNotifier: Sendable {
    private let address: String?

    /// - Parameter address: the value of `$NOTIFY_SOCKET`: a path, or `@name` for the abstract namespace.
    package init(address: String?) { self.address = address.flatMap { $0.isEmpty ? nil : $0 } }

    /// Sends assignments such as `READY=1`, one a line. A failure is ignored: systemd will notice by itself.
    package func send(_ lines: String...) {
        guard let address else { return }
        var socketAddress = sockaddr_un()
        socketAddress.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(address.utf8).map { $0 == UInt8(ascii: "@") ? 0 : $0 }
        let room = MemoryLayout.size(ofValue: socketAddress.sun_path)
        guard bytes.count < room else { return }
        unsafe withUnsafeMutableBytes(of: &socketAddress.sun_path) { path in
            for (place, byte) in bytes.enumerated() { unsafe path[place] = byte }
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let message = Array(lines.joined(separator: "\n").utf8)
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        unsafe withUnsafePointer(to: &socketAddress) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = unsafe message.withUnsafeBytes { bytes in
                    unsafe sendto(
                        descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
                }
            }
        }
    }
}
