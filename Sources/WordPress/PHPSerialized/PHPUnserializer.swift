/// Reads what PHP's `serialize()` writes, from bytes that nobody vouches for. It takes what PHP 8.2's `unserialize()`
/// takes, less: nothing deeper or larger than the limits, and no array key in the escaped form `S:`. As in PHP, bytes
/// after the value are ignored.
package struct PHPUnserializer {
    /// Nested arrays and objects that are read unless a caller says otherwise (PHP: 4096).
    package static let defaultDepth = 64
    /// The most nested arrays and objects that can be asked for, so that no text exhausts a thread's stack.
    package static let deepest = 256
    /// Bytes of text that are read unless a caller says otherwise: 1 MiB, far above any message or token list.
    package static let defaultSize = 1 << 20

    private var scanner: PHPScanner
    private let maximumDepth: Int
    // PHP numbers the values in order of appearance, from 1, and references name them by that number.
    private var slots = 0
    private var objectSlots: [Int] = []

    /// The value at the start of `bytes`.
    /// - Parameter maximumDepth: how many arrays and objects may be nested; at most `deepest`.
    /// - Parameter maximumSize: how many bytes `bytes` may have.
    /// - Throws: `PHPSerializedError` naming the fault and the byte at which it stands.
    package static func parse(
        _ bytes: [UInt8], maximumDepth: Int = defaultDepth, maximumSize: Int = defaultSize
    ) throws(PHPSerializedError) -> PHPValue {
        guard bytes.count <= maximumSize else {
            throw PHPSerializedError(problem: "the text has \(bytes.count) bytes; at most \(maximumSize) are read")
        }
        var parser = PHPUnserializer(scanner: PHPScanner(bytes), maximumDepth: maximumDepth)
        return try parser.value(depth: 0)
    }

    /// Where the entries of the array at the start of `bytes` stand, so that one can be cut out and the others left as
    /// they are. Throws like `parse`, and when there is no array.
    static func layout(_ bytes: [UInt8]) throws(PHPSerializedError) -> PHPArrayLayout {
        var parser = PHPUnserializer(scanner: PHPScanner(bytes), maximumDepth: defaultDepth)
        try parser.scanner.expect("a")
        parser.slots = 1
        var entries: [PHPArrayLayout.Entry] = []
        let count = try parser.scanner.count()
        for _ in 0..<count {
            let start = parser.scanner.position
            let key = try parser.key()
            _ = try parser.value(depth: 1)
            entries.append(.init(key: key, range: start..<parser.scanner.position))
        }
        try parser.scanner.expect("}")
        return PHPArrayLayout(entries: entries, end: parser.scanner.position - 1)
    }

    private init(scanner: PHPScanner, maximumDepth: Int) {
        self.scanner = scanner
        self.maximumDepth = min(maximumDepth, Self.deepest)
    }

    private mutating func value(depth: Int) throws(PHPSerializedError) -> PHPValue {
        let start = scanner.position
        guard let kind = scanner.current else { throw scanner.fault("the text ends where a value should stand") }
        scanner.position += 1
        if kind != UInt8(ascii: "R") { slots += 1 }
        switch kind {
        case UInt8(ascii: "s"): return .string(try string())
        case UInt8(ascii: "a"): return .array(try array(depth: depth + 1, in: "array"))
        case UInt8(ascii: "i"): return .int(try integer())
        case UInt8(ascii: "b"): return .bool(try bool())
        case UInt8(ascii: "d"): return .double(try double())
        case UInt8(ascii: "N"):
            try scanner.expect(";")
            return .null
        case UInt8(ascii: "S"): return .escapedString(try escapedString())
        case UInt8(ascii: "O"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "C"): return try customObject()
        case UInt8(ascii: "E"): return try enumCase()
        case UInt8(ascii: "R"), UInt8(ascii: "r"): return try reference(toObject: kind == UInt8(ascii: "r"))
        default: throw scanner.fault("no serialized value starts with this byte", at: start)
        }
    }

    private mutating func integer() throws(PHPSerializedError) -> Int64 {
        try scanner.expect(":")
        let number = try scanner.signed()
        try scanner.expect(";")
        return number
    }

    private mutating func bool() throws(PHPSerializedError) -> Bool {
        try scanner.expect(":")
        let isTrue = scanner.take(UInt8(ascii: "1"))
        guard isTrue || scanner.take(UInt8(ascii: "0")) else { throw scanner.fault("a boolean is neither 0 nor 1") }
        try scanner.expect(";")
        return isTrue
    }

    private mutating func string() throws(PHPSerializedError) -> [UInt8] {
        let bytes = try scanner.counted()
        try scanner.expect(";")
        return bytes
    }

    private mutating func double() throws(PHPSerializedError) -> Double {
        try scanner.expect(":")
        let start = scanner.position
        while let byte = scanner.current, byte != UInt8(ascii: ";") {
            // A number has no letters but E and those of NAN and INF, so its end is never far.
            guard "0123456789.+-eENANINF".utf8.contains(byte) else { throw scanner.fault("a number is malformed") }
            scanner.position += 1
        }
        let text = String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self)
        try scanner.expect(";")
        guard let number = Self.number(text) else { throw scanner.fault("a number is malformed", at: start) }
        return number
    }

    private static func number(_ text: String) -> Double? {
        switch text {
        case "NAN": return .nan
        case "INF": return .infinity
        case "-INF": return -.infinity
        default:
            // Swift also reads words such as "inf"; PHP wants a digit at least.
            guard text.utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }) else { return nil }
            return Double(text)
        }
    }

    private mutating func array(depth: Int, in container: String) throws(PHPSerializedError) -> PHPArray {
        guard depth <= maximumDepth else { throw scanner.fault("nested deeper than \(maximumDepth) levels") }
        let count = try scanner.count()
        var array = PHPArray()
        for _ in 0..<count {
            let key = try key()
            array.set(key, try value(depth: depth))
        }
        guard scanner.take(UInt8(ascii: "}")) else {
            throw scanner.fault("an \(container)'s count of entries is wrong")
        }
        return array
    }

    private mutating func key() throws(PHPSerializedError) -> PHPKey {
        let start = scanner.position
        if scanner.take(UInt8(ascii: "i")) { return .integer(try integer()) }
        if scanner.take(UInt8(ascii: "s")) { return PHPKey(try string()) }
        let problem =
            scanner.current == nil ? "the text ends where a key should stand" : "a key is no integer or string"
        throw scanner.fault(problem, at: start)
    }

    private mutating func escapedString() throws(PHPSerializedError) -> [UInt8] {
        let start = scanner.position
        let length = try scanner.length()
        try scanner.expect("\"")
        guard length <= scanner.remaining else {
            throw scanner.fault("a string is said to be longer than the text", at: start)
        }
        var bytes: [UInt8] = []
        for _ in 0..<length {
            guard let byte = scanner.current else { throw scanner.fault("the text ends too early") }
            scanner.position += 1
            bytes.append(byte == UInt8(ascii: "\\") ? try hexByte() : byte)
        }
        try scanner.expect("\";")
        return bytes
    }

    private mutating func hexByte() throws(PHPSerializedError) -> UInt8 {
        var value: UInt8 = 0
        for _ in 0..<2 {
            guard let byte = scanner.current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw scanner.fault("an escape needs two hexadecimal digits")
            }
            value = value << 4 | UInt8(digit)
            scanner.position += 1
        }
        return value
    }

    private mutating func className() throws(PHPSerializedError) -> String {
        let start = scanner.position
        let name = try scanner.counted()
        let isName = name.allSatisfy { byte in
            byte >= 0x7F || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\")
                || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        }
        guard isName, !name.isEmpty else { throw scanner.fault("a class name is malformed", at: start) }
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func object(depth: Int) throws(PHPSerializedError) -> PHPObject {
        objectSlots.append(slots)
        let name = try className()
        return PHPObject(className: name, properties: try array(depth: depth, in: "object"))
    }

    private mutating func customObject() throws(PHPSerializedError) -> PHPValue {
        objectSlots.append(slots)
        let name = try className()
        let length = try scanner.count()
        scanner.position += length
        try scanner.expect("}")
        return .customObject(className: name)
    }

    private mutating func enumCase() throws(PHPSerializedError) -> PHPValue {
        objectSlots.append(slots)
        let start = scanner.position
        let name = try scanner.counted()
        guard name.contains(UInt8(ascii: ":")) else { throw scanner.fault("an enum case has no colon", at: start) }
        try scanner.expect(";")
        return .enumCase(String(decoding: name, as: UTF8.self))
    }

    private mutating func reference(toObject: Bool) throws(PHPSerializedError) -> PHPValue {
        let start = scanner.position
        try scanner.expect(":")
        let slot = try scanner.unsigned()
        try scanner.expect(";")
        // An r: has taken a number itself and cannot mean itself.
        let known = toObject ? objectSlots.contains(slot) : (1...max(slots, 1)).contains(slot)
        guard known else { throw scanner.fault("a reference names a value that is not there", at: start) }
        return .reference(slot)
    }
}
