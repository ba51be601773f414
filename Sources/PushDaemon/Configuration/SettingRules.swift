/// How single values are written, and what is said when they are not.
enum SettingRules {
    typealias Complaint = SettingReader.Complaint

    /// A whole number within `range`.
    static func integer(_ text: String, in range: ClosedRange<Int>) throws(Complaint) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw Complaint("\"\(text)\" is no whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number within `range`, decimals with a point allowed.
    static func decimal(_ text: String, in range: ClosedRange<Double>) throws(Complaint) -> Double {
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        guard isPlain, let number = Double(text), range.contains(number) else {
            throw Complaint("\"\(text)\" is no number from \(shown(range.lowerBound)) to \(shown(range.upperBound))")
        }
        return number
    }

    /// Seconds, decimals allowed, as milliseconds.
    static func seconds(_ text: String, in range: ClosedRange<Double>) throws(Complaint) -> Int64 {
        guard let number = try? decimal(text, in: range) else {
            throw Complaint(
                "\"\(text)\" is no number of seconds from \(shown(range.lowerBound)) to \(shown(range.upperBound))"
                    + " (write 60, not 60s or 1m)")
        }
        return Int64((number * 1000).rounded())
    }

    /// One of the words of `Choice`.
    static func choice<Choice: RawRepresentable & CaseIterable>(_ text: String, _: Choice.Type) throws(Complaint)
        -> Choice where Choice.RawValue == String
    {
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        throw Complaint(
            "\"\(text)\" is none of \(words.joined(separator: ", "))" + NearMiss.hint(for: text, among: words))
    }

    /// The address of an APNs server.
    static func server(_ text: String) throws(Complaint) -> String {
        if text.lowercased().hasPrefix("http://") {
            throw Complaint("\"\(text)\" is refused: device tokens and credentials travel only over https://")
        }
        guard text.hasPrefix("https://") else { throw Complaint("\"\(text)\" does not begin with https://") }
        let address = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard hostAndPort(String(address.dropFirst(8)), portIsNeeded: false) != nil else {
            throw Complaint("\"\(text)\" is not https://host or https://host:port and nothing more")
        }
        return address
    }

    /// The address of a server, nil when the text is empty.
    static func optionalServer(_ text: String) throws(Complaint) -> String? {
        text.isEmpty ? nil : try server(text)
    }

    /// An HTTP proxy; nil when the text is empty. The text may hold a password: it is not repeated.
    static func proxy(_ text: String) throws(Complaint) -> String? {
        if text.isEmpty { return nil }
        let rest = text.dropFirst(7)
        let address = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
        guard text.hasPrefix("http://"), hostAndPort(String(address), portIsNeeded: true) != nil else {
            throw Complaint("it is not http://[user:password@]host:port")
        }
        return text
    }

    /// Where to listen for HTTP; nil when the text is empty.
    static func listenAddress(_ text: String) throws(Complaint) -> ListenAddress? {
        if text.isEmpty { return nil }
        guard let address = hostAndPort(text, portIsNeeded: true), let port = address.port else {
            throw Complaint("\"\(text)\" is not host:port (empty: off)")
        }
        return ListenAddress(host: address.host, port: port)
    }

    /// Where to listen for datagrams; nil when the text is empty.
    static func wakeAddress(_ text: String) throws(Complaint) -> WakeAddress? {
        if text.isEmpty { return nil }
        if text.hasPrefix("unix:/"), text.utf8.count - 5 <= WakeAddress.longestPath {
            return .unix(path: String(text.dropFirst(5)))
        }
        if text.hasPrefix("udp://"), let address = hostAndPort(String(text.dropFirst(6)), portIsNeeded: true),
            let port = address.port
        {
            return .udp(ListenAddress(host: address.host, port: port))
        }
        throw Complaint(
            "\"\(text)\" is neither udp://host:port nor unix:/path of at most \(WakeAddress.longestPath) bytes (empty: off)"
        )
    }

    /// Names separated by commas, blanks around them ignored.
    static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// Usermeta keys; each at most 255 characters, as the column holds.
    static func metaKeys(_ text: String) throws(Complaint) -> [String] {
        let keys = list(text)
        for key in keys where key.unicodeScalars.count > 255 {
            throw Complaint("a usermeta key has at most 255 characters")
        }
        return keys
    }

    private static func hostAndPort(_ text: String, portIsNeeded: Bool) -> (host: String, port: Int?)? {
        var host = text
        var port: Int?
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            let digits = text[text.index(after: colon)...]
            guard let number = Int(digits), (1...65_535).contains(number), digits.utf8.allSatisfy({ $0 >= 0x30 }) else {
                return nil
            }
            port = number
            host = String(text[..<colon])
        }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = String(host.dropFirst().dropLast()) }
        let isHost = host.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                || (isBracketed && byte == UInt8(ascii: ":"))
        }
        guard isHost, !host.isEmpty, port != nil || !portIsNeeded else { return nil }
        return (host, port)
    }

    private static func shown(_ number: Double) -> String {
        number == number.rounded() ? String(Int64(number)) : "\(number)"
    }
}
