/// What the escapes in PHP's strings mean.
enum PHPStringLiteral {
    /// The bytes of a single-quoted string: only `\\` and `\'` are escapes.
    static func singleQuoted(_ source: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        var rest = source
        while let byte = rest.popFirst() {
            let isEscape = byte == UInt8(ascii: "\\") && (rest.first == byte || rest.first == UInt8(ascii: "'"))
            out.append(isEscape ? rest.removeFirst() : byte)
        }
        return out
    }

    /// The bytes of a double-quoted string or, without `quote`, of a heredoc; nil when a variable stands in it.
    static func doubleQuoted(_ source: ArraySlice<UInt8>, quote: UInt8?) -> [UInt8]? {
        var out: [UInt8] = []
        var rest = source
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "$"):
                if let next = rest.first, next == UInt8(ascii: "{") || isNameStart(next) { return nil }
                out.append(byte)
            case UInt8(ascii: "{") where rest.first == UInt8(ascii: "$"): return nil
            case UInt8(ascii: "\\"): escape(&rest, quote, into: &out)
            default: out.append(byte)
            }
        }
        return out
    }

    /// The lines of a heredoc as one text: without the closing mark's indentation, without the last line's end.
    static func joined(_ lines: [ArraySlice<UInt8>], indent: Int) -> [UInt8] {
        var out: [UInt8] = []
        for line in lines {
            let blanks = line.prefix(indent).prefix { $0 == 0x20 || $0 == 0x09 }.count
            out += line.dropFirst(blanks)
        }
        if out.last == 0x0A { out.removeLast() }
        if out.last == 0x0D { out.removeLast() }
        return out
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
    }

    private static func escape(_ rest: inout ArraySlice<UInt8>, _ quote: UInt8?, into out: inout [UInt8]) {
        guard let byte = rest.first else { return out.append(UInt8(ascii: "\\")) }
        let simple: [Character: UInt8] = [
            "n": 0x0A, "t": 0x09, "r": 0x0D, "v": 0x0B, "e": 0x1B, "f": 0x0C, "\\": 0x5C, "$": 0x24,
        ]
        if let meaning = simple[Character(Unicode.Scalar(byte))] ?? (byte == quote ? byte : nil) {
            rest.removeFirst()
            return out.append(meaning)
        }
        if let octal = number(rest, radix: 8, digits: 3) {
            rest.removeFirst(octal.length)
            return out.append(UInt8(octal.value & 0xFF))
        }
        if byte == UInt8(ascii: "x"), let hex = number(rest.dropFirst(), radix: 16, digits: 2) {
            rest.removeFirst(hex.length + 1)
            return out.append(UInt8(hex.value))
        }
        if byte == UInt8(ascii: "u"), rest.dropFirst().first == UInt8(ascii: "{"),
            let code = number(rest.dropFirst(2), radix: 16, digits: 6),
            rest.dropFirst(2 + code.length).first == UInt8(ascii: "}"), let scalar = Unicode.Scalar(code.value)
        {
            rest.removeFirst(code.length + 3)
            out += String(Character(scalar)).utf8
            return
        }
        // Anything else keeps its backslash.
        out.append(UInt8(ascii: "\\"))
    }

    private static func number(
        _ rest: ArraySlice<UInt8>, radix: Int, digits: Int
    ) -> (value: UInt32, length: Int)? {
        let run = rest.prefix(digits).prefix {
            Character(Unicode.Scalar($0)).hexDigitValue.map { $0 < radix } ?? false
        }
        return UInt32(String(decoding: run, as: UTF8.self), radix: radix).map { ($0, run.count) }
    }
}
