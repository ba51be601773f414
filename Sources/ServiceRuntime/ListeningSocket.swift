import Glibc

/// A TCP socket that listens.
package enum ListeningSocket {
    /// Opens one on `host` (an IPv4 address or `localhost`) and `port`; whoever gets it closes it.
    /// - Throws: `SystemError` when the address is taken or not ours.
    package static func open(host: String, port: UInt16) throws(SystemError) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError("cannot make a TCP socket") }
        var reuse: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        let isAddress = unsafe inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &name.sin_addr) == 1
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failed = unsafe withUnsafePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) }
        }
        guard isAddress, failed == 0, listen(descriptor, 16) == 0 else {
            let error = SystemError("cannot listen on \(host):\(port)")
            close(descriptor)
            throw error
        }
        return descriptor
    }
}
