/// Cuts PHP source into tokens without running it: tags, comments, strings in every notation, names, numbers.
struct PHPTokenizer {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var tokens: [PHPToken] = []

    /// The tokens of a PHP file.
    /// - Throws: `WPConfigError` when a string or comment does not end, or when there is no PHP in it.
    static func tokens(_ bytes: [UInt8]) throws(WPConfigError) -> [PHPToken] {
        var tokenizer = PHPTokenizer(bytes: bytes)
        guard tokenizer.skipToOpenTag() else { throw WPConfigError(problem: "there is no PHP code in the file") }
        while tokenizer.position < bytes.count {
            try tokenizer.next()
            if tokenizer.tokens.last?.isWord("__halt_compiler") == true { break }
        }
        return tokenizer.tokens
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func byte(_ offset: Int = 0) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private func starts(with text: StaticString) -> Bool {
        bytes[min(position, bytes.count)...].starts(with: "\(text)".utf8)
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            let byte = bytes[position]
            position += 1
            // A lone carriage return ends a line, too.
            if byte == 0x0A || byte == 0x0D && self.byte() != 0x0A { line += 1 }
        }
    }

    private mutating func emit(_ kind: PHPToken.Kind, _ line: Int) { tokens.append(PHPToken(kind: kind, line: line)) }

    private mutating func next() throws(WPConfigError) {
        guard let first = byte() else { return }
        let start = line
        switch first {
        case 0x20, 0x09...0x0D: advance()
        case UInt8(ascii: "#"): skipLineComment()
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLineComment()
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): try skipComment()
        case UInt8(ascii: "?") where byte(1) == UInt8(ascii: ">"):
            advance(2)
            emit(.symbol(UInt8(ascii: ";")), start)
            _ = skipToOpenTag()
        case UInt8(ascii: "'"): emit(.literal(PHPStringLiteral.singleQuoted(try quoted())), start)
        case UInt8(ascii: "\""):
            emit(PHPStringLiteral.doubleQuoted(try quoted(), quote: first).map { .literal($0) } ?? .interpolated, start)
        case UInt8(ascii: "`"):
            _ = try quoted()
            emit(.interpolated, start)
        case UInt8(ascii: "<") where starts(with: "<<<"):
            if let kind = try heredoc() { emit(kind, start) } else { symbol() }
        case UInt8(ascii: "$"):
            if Self.startsName(byte(1)) {
                advance()
                emit(.variable(name()), start)
            } else {
                symbol()
            }
        case 0x30...0x39: number()
        case _ where Self.startsName(first) || first == UInt8(ascii: "\\"): emit(.name(name()), start)
        default: symbol()
        }
    }

    private mutating func symbol() {
        guard let byte = byte() else { return }
        emit(.symbol(byte), line)
        advance()
    }

    /// Skips text outside PHP; false when no tag follows.
    private mutating func skipToOpenTag() -> Bool {
        while position < bytes.count {
            if starts(with: "<?=") {
                advance(3)
                return true
            }
            let isTag = bytes[position...].prefix(5).map { $0 | 0x20 }.elementsEqual("<?php".utf8.map { $0 | 0x20 })
            if isTag, byte(5).map({ $0 <= 0x20 }) ?? true {
                advance(5)
                return true
            }
            if starts(with: "<?"), byte(2).map({ $0 <= 0x20 }) ?? false {
                advance(2)
                return true
            }
            advance()
        }
        return false
    }

    private mutating func skipLineComment() {
        // PHP's closing tag ends such a comment as well.
        while let byte = byte(), byte != 0x0A, byte != 0x0D, !starts(with: "?>") { advance() }
    }

    private mutating func skipComment() throws(WPConfigError) {
        let start = line
        advance(2)
        while !starts(with: "*/") {
            guard position < bytes.count else {
                throw WPConfigError(problem: "the comment that begins on line \(start) does not end")
            }
            advance()
        }
        advance(2)
    }

    /// What stands between the quote here and its partner, escapes and all.
    private mutating func quoted() throws(WPConfigError) -> ArraySlice<UInt8> {
        let quote = byte()
        let startLine = line
        advance()
        let start = position
        while let byte = byte(), byte != quote { advance(byte == UInt8(ascii: "\\") ? 2 : 1) }
        guard position < bytes.count else {
            throw WPConfigError(problem: "the string that begins on line \(startLine) does not end")
        }
        advance()
        return bytes[start..<position - 1]
    }

    private static func startsName(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte >= 0x80 || byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
    }

    private static func continuesName(_ byte: UInt8?) -> Bool {
        startsName(byte) || byte.map { (0x30...0x39).contains($0) } ?? false
    }

    private mutating func name() -> String {
        let start = position
        if byte() == UInt8(ascii: "\\") { advance() }
        while Self.continuesName(byte()) || byte() == UInt8(ascii: "\\") && Self.startsName(byte(1)) { advance() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func number() {
        let start = position
        while Self.continuesName(byte())
            || byte() == UInt8(ascii: ".") && byte(1).map({ (0x30...0x39).contains($0) }) ?? false
        {
            advance()
        }
        let text = String(decoding: bytes[start..<position].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
            .lowercased()
        let number: Int64?
        if text.hasPrefix("0x") {
            number = Int64(text.dropFirst(2), radix: 16)
        } else if text.hasPrefix("0b") {
            number = Int64(text.dropFirst(2), radix: 2)
        } else if text.hasPrefix("0"), text.utf8.count > 1 {
            number = Int64(text.dropFirst(text.hasPrefix("0o") ? 2 : 1), radix: 8)
        } else {
            number = Int64(text)
        }
        // No setting of WordPress is a fraction: such a number is a name that nothing knows.
        emit(number.map { .integer($0) } ?? .name(text), line)
    }

    /// A heredoc or nowdoc; nil when `<<<` does not begin one.
    private mutating func heredoc() throws(WPConfigError) -> PHPToken.Kind? {
        let startLine = line
        var place = position + 3
        while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
        guard place < bytes.count else { return nil }
        let quote = bytes[place] == UInt8(ascii: "'") || bytes[place] == UInt8(ascii: "\"") ? bytes[place] : nil
        if quote != nil { place += 1 }
        let nameStart = place
        while place < bytes.count, Self.continuesName(bytes[place]) { place += 1 }
        let label = bytes[nameStart..<place]
        if quote != nil { place += 1 }
        guard Self.startsName(label.first), place < bytes.count, bytes[place] == 0x0A || bytes[place] == 0x0D else {
            return nil
        }
        advance(place - position)
        var lines: [ArraySlice<UInt8>] = []
        while position < bytes.count {
            if byte() == 0x0D, byte(1) == 0x0A { advance() }
            advance()
            let indent = bytes[position...].prefix { $0 == 0x20 || $0 == 0x09 }.count
            let rest = bytes[min(position + indent, bytes.count)...]
            if rest.starts(with: label), !Self.continuesName(rest.dropFirst(label.count).first) {
                let content = PHPStringLiteral.joined(lines, indent: indent)
                advance(indent + label.count)
                if quote == UInt8(ascii: "'") { return .literal(content) }
                return PHPStringLiteral.doubleQuoted(content[...], quote: nil).map { .literal($0) } ?? .interpolated
            }
            let start = position
            while let byte = byte(), byte != 0x0A, byte != 0x0D { advance() }
            let end = byte() == 0x0D && byte(1) == 0x0A ? position + 2 : position + 1
            lines.append(bytes[start..<min(end, bytes.count)])
        }
        throw WPConfigError(problem: "the heredoc that begins on line \(startLine) does not end")
    }
}
