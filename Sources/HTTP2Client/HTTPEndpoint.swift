/// The server a pool talks to: an https:// address without a path.
package struct HTTPEndpoint: Sendable, Hashable {
    /// A name, an IPv4 address, or an IPv6 address in its brackets, in lower case.
    package let host: String
    /// 1 to 65535.
    package let port: Int

    /// Reads `https://host[:port][/]`; the port is 443 unless given. Throws when `url` says anything else.
    package init(url: String) throws(HTTPEndpointError) {
        guard url.lowercased().hasPrefix("https://") else { throw HTTPEndpointError(problem: .notHTTPS) }
        var rest = url.lowercased().dropFirst("https://".count)
        if rest.last == "/" { rest = rest.dropLast() }
        let portColon = rest.last == "]" ? nil : rest.lastIndex(of: ":")
        let name = rest[..<(portColon ?? rest.endIndex)]
        guard HTTPEndpoint.isName(name) || HTTPEndpoint.isBracketed(name) else {
            throw HTTPEndpointError(problem: .badHost)
        }
        var number = 443
        if let portColon {
            let digits = rest[rest.index(after: portColon)...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(digits),
                (1...65535).contains(value)
            else { throw HTTPEndpointError(problem: .badPort) }
            number = value
        }
        host = String(name)
        port = number
    }

    /// The value of `:authority`: the port is left out when it is 443.
    package var authority: String { port == 443 ? host : "\(host):\(port)" }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.count <= 253
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
            }
    }

    private static func isBracketed(_ text: Substring) -> Bool {
        guard text.first == "[", text.last == "]", text.utf8.count > 3 else { return false }
        return text.dropFirst().dropLast().utf8.allSatisfy { byte in
            (0x61...0x66).contains(byte) || (0x30...0x3A).contains(byte) || byte == 0x2E
        }
    }
}
