import Glibc

/// The few socket calls the test servers need, on loopback.
enum Sockets {
    /// A listening socket on a free port.
    static func listen() -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let bound = unsafe bind(descriptor, pointer, length)
                precondition(bound == 0, "cannot bind on loopback: error \(errno)")
                unsafe getsockname(descriptor, pointer, &length)
            }
        }
        Glibc.listen(descriptor, 64)
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// A socket connected to `port` on loopback, -1 when nothing listens there.
    static func connect(port: Int) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(port: port)
        let failure = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard failure != 0 else { return descriptor }
        close(descriptor)
        return -1
    }

    /// Whether bytes come within `milliseconds`.
    static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, milliseconds) > 0
    }

    /// Wakes whoever blocks on the socket, for good.
    static func wake(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return address
    }
}
