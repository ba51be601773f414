import Glibc

/// Receives wake-up datagrams, whatever they say: each only means "look now", so a forged one costs one look.
package final class DatagramListener: Sendable {
    private let descriptor: Int32
    private let path: String?

    /// Binds `address`. A socket file that nobody listens on is replaced; the new one may be written by the group.
    /// - Throws: `SystemError` when the address is taken or not ours.
    package init(_ address: DatagramAddress) throws(SystemError) {
        switch address {
        case .udp(let host, let port):
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            unsafe inet_pton(AF_INET, host, &name.sin_addr)
            descriptor = try Self.bound(AF_INET, &name, address)
            path = nil
        case .unix(let path):
            var name = sockaddr_un(path: path)
            if !Self.isServed(&name) { unsafe unlink(path) }
            descriptor = try Self.bound(AF_UNIX, &name, address)
            unsafe chmod(path, 0o660)
            self.path = path
        }
        var timeout = timeval(tv_sec: 1, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
        if let path { unsafe unlink(path) }
    }

    /// Waits up to a second for datagrams and takes all that are there.
    /// - Returns: whether there were any.
    package func receive() -> Bool {
        var byte: UInt8 = 0
        guard unsafe recv(descriptor, &byte, 1, 0) >= 0 else { return false }
        while unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 {}
        return true
    }

    private static func bound<Name>(_ family: Int32, _ name: inout Name, _ address: DatagramAddress)
        throws(SystemError) -> Int32
    {
        let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError("cannot make a socket for \(address)") }
        let size = socklen_t(MemoryLayout<Name>.size)
        let failed = unsafe withUnsafePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, size)
            }
        }
        guard failed == 0 else {
            let error = SystemError("cannot listen on \(address)")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    // A socket file outlives its process; only a connect tells whether somebody is behind it.
    private static func isServed(_ name: inout sockaddr_un) -> Bool {
        let probe = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        return unsafe withUnsafePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(probe, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
