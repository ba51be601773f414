/// Walks a push's JSON body once, without building anything: is it an object, and what does `aps` hold?
struct PayloadScanner {
    /// What was seen.
    struct Content: OptionSet {
        let rawValue: Int
        static let aps = Content(rawValue: 1)
        static let mdm = Content(rawValue: 2)
        static let alert = Content(rawValue: 4)
        static let badge = Content(rawValue: 8)
        static let sound = Content(rawValue: 16)
        static let contentAvailable = Content(rawValue: 32)
        static let visible: Content = [.alert, .badge, .sound]
    }

    private let bytes: [UInt8]
    private var place: Int
    private let end: Int
    private var content: Content = []
    private var hasHighBytes = false
    private static let maximumDepth = 128

    /// Scans a part of `bytes`; nil when that is not one JSON object.
    static func scan(_ bytes: [UInt8], _ range: Range<Int>) -> Content? {
        var scanner = PayloadScanner(bytes: bytes, place: range.lowerBound, end: range.upperBound)
        scanner.skipBlanks()
        guard scanner.byte == UInt8(ascii: "{"), scanner.object(depth: 1, isAps: false) else { return nil }
        scanner.skipBlanks()
        guard scanner.place == scanner.end else { return nil }
        if scanner.hasHighBytes, String(validating: bytes[range], as: UTF8.self) == nil { return nil }
        return scanner.content
    }

    private init(bytes: [UInt8], place: Int, end: Int) {
        self.bytes = bytes
        self.place = place
        self.end = end
    }

    /// The byte here; 0, which no JSON holds, at the end.
    private var byte: UInt8 { place < end ? bytes[place] : 0 }

    private mutating func skipBlanks() {
        while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private mutating func take(_ expected: UInt8) -> Bool {
        guard byte == expected else { return false }
        place += 1
        return true
    }

    private mutating func value(depth: Int, isAps: Bool) -> Bool {
        skipBlanks()
        switch byte {
        case UInt8(ascii: "{"): return object(depth: depth + 1, isAps: isAps)
        case UInt8(ascii: "["): return array(depth: depth + 1)
        case UInt8(ascii: "\""): return string() != nil
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        case UInt8(ascii: "n"): return word("null")
        default: return number()
        }
    }

    private mutating func object(depth: Int, isAps: Bool) -> Bool {
        guard depth <= Self.maximumDepth else { return false }
        place += 1
        skipBlanks()
        if take(UInt8(ascii: "}")) { return true }
        while true {
            skipBlanks()
            guard let name = string() else { return false }
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { return false }
            if depth == 1 { noteMember(name) } else if isAps { noteApsMember(name) }
            guard value(depth: depth, isAps: depth == 1 && equals(name, "aps")) else { return false }
            skipBlanks()
            if take(UInt8(ascii: "}")) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
        }
    }

    private mutating func array(depth: Int) -> Bool {
        guard depth <= Self.maximumDepth else { return false }
        place += 1
        skipBlanks()
        if take(UInt8(ascii: "]")) { return true }
        while true {
            guard value(depth: depth, isAps: false) else { return false }
            skipBlanks()
            if take(UInt8(ascii: "]")) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
        }
    }

    private mutating func noteMember(_ name: Range<Int>) {
        if equals(name, "aps") { content.insert(.aps) } else if equals(name, "mdm") { content.insert(.mdm) }
    }

    private mutating func noteApsMember(_ name: Range<Int>) {
        if equals(name, "alert") {
            content.insert(.alert)
        } else if equals(name, "badge") {
            content.insert(.badge)
        } else if equals(name, "sound") {
            content.insert(.sound)
        } else if equals(name, "content-available") {
            skipBlanks()
            if byte == UInt8(ascii: "1") { content.insert(.contentAvailable) }
        }
    }

    private func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
        ByteEquality.equal(bytes[range], text)
    }

    /// The range between the quotes.
    private mutating func string() -> Range<Int>? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = place
        while place < end {
            let byte = bytes[place]
            place += 1
            if byte == UInt8(ascii: "\"") { return start..<place - 1 }
            if byte >= 0x80 {
                hasHighBytes = true
            } else if byte == UInt8(ascii: "\\") {
                guard escape() else { return nil }
            } else if byte < 0x20 {
                return nil
            }
        }
        return nil
    }

    private mutating func escape() -> Bool {
        let kind = byte
        place += 1
        guard kind == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(kind) }
        guard place + 4 <= end else { return false }
        defer { place += 4 }
        return bytes[place..<place + 4].allSatisfy { $0.isHexDigit }
    }

    private mutating func word(_ word: String) -> Bool {
        guard place + word.utf8.count <= end, bytes[place..<place + word.utf8.count].elementsEqual(word.utf8) else {
            return false
        }
        place += word.utf8.count
        return true
    }

    private mutating func number() -> Bool {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")), !digits() { return false }
        if take(UInt8(ascii: ".")), !digits() { return false }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            return digits()
        }
        return true
    }

    private mutating func digits() -> Bool {
        let start = place
        while byte.isDigit { place += 1 }
        return place > start
    }
}
