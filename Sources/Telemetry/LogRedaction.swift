/// The last net below the loggers: what looks like a device token or a key in somebody's text is cut short.
package enum LogRedaction {
    /// The shortest run of hexadecimal digits that is taken for a token; an apns-id or a fingerprint is shorter.
    private static let shortestToken = 40

    /// `text` with every long run of hexadecimal digits cut to eight, and private keys and bearer tokens taken out.
    package static func redacted(_ text: String) -> String {
        guard text.utf8.count >= 10 else { return text }
        var out: [UInt8] = []
        var run: [UInt8] = []
        for byte in text.utf8 {
            if isHexDigit(byte) {
                run.append(byte)
            } else {
                appendRun(&run, to: &out)
                out.append(byte)
            }
        }
        appendRun(&run, to: &out)
        return cut(after: "-----BEGIN", in: cut(after: "bearer ey", in: String(decoding: out, as: UTF8.self)))
    }

    private static func appendRun(_ run: inout [UInt8], to out: inout [UInt8]) {
        let isToken = run.count >= shortestToken
        out.append(contentsOf: isToken ? Array(run.prefix(8)) : run)
        if isToken { out.append(contentsOf: "…".utf8) }
        run.removeAll(keepingCapacity: true)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte)
    }

    private static func cut(after mark: String, in text: String) -> String {
        guard let start = text.range(of: mark) else { return text }
        return text[..<start] + "<redacted>"
    }
}

extension String {
    /// Where `part` begins; nil when it does not stand here.
    fileprivate func range(of part: String) -> String.Index? {
        indices.first { self[$0...].hasPrefix(part) }
    }
}
