/// Where the database listens, as `DB_HOST` says it: `host`, `host:3306`, `host:/socket`, `:/socket`, `[::1]:3306`.
package struct DatabaseHost: Sendable, Equatable {
    /// Name or address, without brackets; `localhost` when only a socket is given.
    package let host: String
    /// The TCP port, 1…65535; nil stands for MySQL's own.
    package let port: UInt16?
    /// The path of the socket file; nil when none is named.
    package let socket: String?

    /// Takes `DB_HOST` apart as WordPress' `wpdb::parse_db_host()` does.
    /// - Throws: `WPConfigError` when the port is no port or the host is malformed.
    package init(_ text: String) throws(WPConfigError) {
        var address = Array(text.utf8)[...]
        // PHP's mark for a persistent connection means nothing here.
        if address.starts(with: "p:".utf8) { address = address.dropFirst(2) }
        var socket: String?
        if let colon = address.indices.first(where: { address[$0...].starts(with: ":/".utf8) }) {
            socket = String(decoding: address[(colon + 1)...], as: UTF8.self)
            address = address[..<colon]
        }
        self.socket = socket
        let malformed = WPConfigError(
            problem: "DB_HOST \"\(text)\" is not host, host:port, host:/socket or [IPv6]:port")
        var host = address
        var port: ArraySlice<UInt8>?
        if address.count(where: { $0 == UInt8(ascii: ":") }) > 1 {
            if address.first == UInt8(ascii: "["), let close = address.firstIndex(of: UInt8(ascii: "]")) {
                host = address[(address.startIndex + 1)..<close]
                let rest = address[(close + 1)...]
                guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { throw malformed }
                port = rest.dropFirst()
            }
            guard host.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit || ":.".utf8.contains($0) }) else {
                throw malformed
            }
        } else if let colon = address.firstIndex(of: UInt8(ascii: ":")) {
            host = address[..<colon]
            port = address[(colon + 1)...]
        }
        guard host.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "/") }) else { throw malformed }
        self.host = host.isEmpty ? "localhost" : String(decoding: host, as: UTF8.self)
        guard let port, !port.isEmpty else {
            self.port = nil
            return
        }
        guard let number = UInt16(String(decoding: port, as: UTF8.self)), number > 0 else { throw malformed }
        self.port = number
    }
}
