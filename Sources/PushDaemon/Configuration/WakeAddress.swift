/// Where datagrams wake the daemon.
package enum WakeAddress: Sendable, Equatable, CustomStringConvertible {
    case udp(ListenAddress)
    case unix(path: String)

    /// The longest path of a socket in bytes (sun_path, less its final NUL).
    package static let longestPath = 107

    /// As in the configuration.
    package var description: String {
        switch self {
        case .udp(let address):
            address.host.contains(":")
                ? "udp://[\(address.host)]:\(address.port)" : "udp://\(address.host):\(address.port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}
