/// One `-----BEGIN …-----` block of a PEM text (RFC 7468), found in whatever people paste.
struct PEMBlock {
    /// What follows BEGIN, e.g. `PRIVATE KEY`; nil when the text came without BEGIN and END lines.
    let label: String?
    /// The `Name: value` lines that older encrypted keys carry.
    let headers: [String]
    /// The decoded body; nil when it is not Base64 or was cut off.
    var der: [UInt8]?

    /// Whether the headers say that the body is encrypted.
    var isEncrypted: Bool { headers.contains { $0.contains("ENCRYPTED") } }

    /// Every block of `pasted`, which may be on one line, have literal `\n` for line ends, quotes, blanks or a byte
    /// order mark around it, lost dashes, or be nothing but the Base64 body.
    static func all(in pasted: [UInt8]) -> [PEMBlock] {
        if let first = pasted.first, first == DERElement.sequence, pasted.count > 1, pasted[1] > 0x80 {
            return [PEMBlock(label: nil, headers: [], der: pasted)]
        }
        var text = plainText(pasted)
        defer { text.wipe() }
        let segments = segments(of: text)
        let hasBegin = segments.contains { $0.starts(with: begin) }
        var label: String?
        var isInside = !hasBegin
        var blocks: [PEMBlock] = []
        for segment in segments {
            if segment.starts(with: begin) {
                label = String(decoding: trimmed(segment.dropFirst(begin.count), isWanted: { $0 > 32 }), as: UTF8.self)
                isInside = true
            } else if segment.starts(with: end) {
                isInside = false
            } else if isInside {
                guard let block = PEMBlock(label: label, body: segment) else { continue }
                blocks.append(block)
                isInside = false
            }
        }
        return blocks
    }

    /// The block as OpenSSL wants it, with its headers; nil when the body is damaged. The caller wipes it.
    var pem: [UInt8]? { der.map { Self.encode(label: label ?? "", headers: headers, der: $0) } }

    /// The PEM text of `der`: lines of 64 characters.
    static func encode(label: String, headers: [String] = [], der: [UInt8]) -> [UInt8] {
        var body = Array(Base64.encode(der).utf8)
        defer { body.wipe() }
        var text: [UInt8] = []
        text.reserveCapacity(
            body.count * 65 / 64 + headers.reduce(2 * label.utf8.count + 40) { $0 + $1.utf8.count + 1 })
        text += "-----BEGIN \(label)-----\n".utf8
        for header in headers { text += "\(header)\n".utf8 }
        if !headers.isEmpty { text.append(newLine) }
        for start in stride(from: 0, to: body.count, by: 64) {
            text += body[start..<min(start + 64, body.count)]
            text.append(newLine)
        }
        text += "-----END \(label)-----\n".utf8
        return text
    }

    private init(label: String?, headers: [String], der: [UInt8]?) {
        self.label = label
        self.headers = headers
        self.der = der
    }

    private init?(label: String?, body: ArraySlice<UInt8>) {
        let colon = UInt8(ascii: ":")
        var headers: [String] = []
        var rest = body
        while let end = rest.firstIndex(of: colon).map({ rest[$0...].firstIndex(of: Self.newLine) ?? rest.endIndex }) {
            headers.append(String(decoding: Self.trimmed(rest[..<end], isWanted: { $0 > 32 }), as: UTF8.self))
            rest = rest[end...]
        }
        let text = Self.trimmed(rest, isWanted: Self.isBase64)
        if text.isEmpty && headers.isEmpty { return nil }
        self.init(label: label, headers: headers, der: text.isEmpty ? nil : Base64.decode(ascii: text))
    }

    private static let newLine = UInt8(ascii: "\n")
    private static let begin = Array("BEGIN ".utf8)
    private static let end = Array("END ".utf8)
    private static let dash = UInt8(ascii: "-")

    /// ASCII with real line ends: escapes resolved, UTF-16's zero bytes dropped, typographic dashes turned back,
    /// and anything else (byte order marks, curly quotes, hard spaces) a blank.
    private static func plainText(_ pasted: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(pasted.count)
        var rest = pasted[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0: continue
            case UInt8(ascii: "\\"):
                // `\n` and `\\n` are line ends; the backslash of PHP's `\/` just goes.
                if rest.first == UInt8(ascii: "\\") { continue }
                if let next = rest.first, next == UInt8(ascii: "n") || next == UInt8(ascii: "r") {
                    rest.removeFirst()
                    text.append(UInt8(ascii: "\n"))
                }
            case 0xe2 where rest.starts(with: [0x80, 0x93]) || rest.starts(with: [0x80, 0x94]):
                rest = rest.dropFirst(2)
                text.append(dash)
                text.append(dash)
            default: text.append(byte < 0x80 ? byte : UInt8(ascii: " "))
            }
        }
        return text
    }

    /// What stands between runs of two or more dashes, without blanks and quotes in front.
    private static func segments(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        var segments: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            let run = text[index...].prefix { $0 == dash }.count
            if run >= 2 {
                segments.append(text[start..<index])
                start = index + run
            }
            index += max(run, 1)
        }
        segments.append(text[start...])
        return segments.map { $0.drop { !isBase64($0) } }.filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: ArraySlice<UInt8>, isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        guard let first = text.firstIndex(where: isWanted), let last = text.lastIndex(where: isWanted) else {
            return []
        }
        return text[first...last]
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
