import Glibc

/// An address and port on loopback; the simulator serves nothing else, since whoever reaches it is believed.
package struct LoopbackAddress: Sendable, Hashable, CustomStringConvertible {
    /// `127.x.y.z` or `::1`.
    package let host: String
    /// The port; 0 lets the system choose.
    package let port: UInt16

    /// The given port of 127.0.0.1.
    package init(port: UInt16) {
        host = "127.0.0.1"
        self.port = port
    }

    /// Reads `127.0.0.1:8443`, `[::1]:8443` or `localhost:8443`.
    /// - Throws: `SimulatorError` when the text is no such address or lies outside loopback.
    package init(_ text: String) throws(SimulatorError) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw SimulatorError("\(text): not ADDRESS:PORT, such as 127.0.0.1:8443 (port 0 lets the system choose)")
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host == "localhost" { host = "127.0.0.1" }
        guard host == "::1" || Self.isLoopbackIPv4(host) else {
            throw SimulatorError(
                "\(text): only loopback (127.0.0.0/8, ::1) may be bound: the simulator trusts its callers")
        }
        self.host = host
        self.port = port
    }

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    private static func isLoopbackIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    package var description: String { host == "::1" ? "[::1]:\(port)" : "\(host):\(port)" }

    /// Opens a non-blocking listening socket here.
    /// - Returns: the descriptor, which the caller closes, and the address with the port that was chosen.
    /// - Throws: `SimulatorError` with the system's reason.
    func listen() throws(SimulatorError) -> (descriptor: Int32, address: LoopbackAddress) {
        let family = host == "::1" ? AF_INET6 : AF_INET
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw failure("opening a socket") }
        var yes: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor), Glibc.listen(descriptor, 512) == 0 else {
            let failure = failure("binding \(self)")
            close(descriptor)
            throw failure
        }
        return (descriptor, LoopbackAddress(host: host, port: Self.port(of: descriptor)))
    }

    private func failure(_ what: String) -> SimulatorError {
        SimulatorError("\(what): \(unsafe String(cString: strerror(errno)))")
    }

    private func bind(_ descriptor: Int32) -> Bool {
        if host == "::1" {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return unsafe withUnsafeBytes(of: &address) { bytes in
                unsafe Glibc.bind(
                    descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard unsafe inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return false }
        return unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe Glibc.bind(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
        }
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        // The port stands at the same place in the IPv4 and IPv6 forms.
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        return unsafe withUnsafeMutableBytes(of: &address) { bytes in
            let raw = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            guard let raw = unsafe raw, unsafe getsockname(descriptor, raw, &length) == 0 else { return 0 }
            return unsafe UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }
}
