import Glibc
import ServiceRuntime
import TestSupport

/// A producer's wake-up call.
enum Datagram {
    /// Sends one to an address of the workers table, `udp://127.0.0.1:PORT`.
    static func send(to address: String) throws {
        guard case .udp(let host, let port)? = DatagramAddress(address) else {
            throw TestServerError("\(address) is no UDP address")
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        unsafe inet_pton(AF_INET, host, &name.sin_addr)
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        let count = unsafe withUnsafePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe sendto(descriptor, "x", 1, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard count == 1 else { throw TestServerError("sendto: errno \(errno)") }
    }
}
