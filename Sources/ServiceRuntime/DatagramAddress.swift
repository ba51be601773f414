/// Where a producer sends its wake-up datagram: `udp://host:port` or `unix:/path` (`[wake] listen`).
package enum DatagramAddress: Sendable, Equatable, CustomStringConvertible {
    /// An IPv4 address in dotted form and a port.
    case udp(host: String, port: UInt16)
    /// The path of a socket.
    case unix(path: String)

    /// Reads one of the two forms; nil for anything else. `localhost` is 127.0.0.1.
    package init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard path.hasPrefix("/"), path.utf8.count < 108 else { return nil }
            self = .unix(path: path)
        } else if text.hasPrefix("udp://") {
            let parts = text.dropFirst(6).split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let port = UInt16(parts[1]), port > 0 else { return nil }
            let host = parts[0] == "localhost" ? "127.0.0.1" : String(parts[0])
            let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
            guard numbers.count == 4, numbers.allSatisfy({ $0 != nil }) else { return nil }
            self = .udp(host: host, port: port)
        } else {
            return nil
        }
    }

    package var description: String {
        switch self {
        case .udp(let host, let port): "udp://\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}
