/// A place in serialized text, and the pieces that PHP's grammar is made of. No length is believed before it is
/// compared with what is left of the text.
struct PHPScanner {
    let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var current: UInt8? { position < bytes.count ? bytes[position] : nil }
    var remaining: Int { bytes.count - position }

    func fault(_ problem: String, at offset: Int? = nil) -> PHPSerializedError {
        PHPSerializedError(problem: problem, offset: offset ?? position)
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    mutating func expect(_ text: StaticString) throws(PHPSerializedError) {
        for byte in "\(text)".utf8 where !take(byte) {
            throw fault(current == nil ? "the text ends too early" : "\(text) is missing")
        }
    }

    mutating func expect(_ byte: UInt8) throws(PHPSerializedError) {
        guard take(byte) else {
            let character = Character(Unicode.Scalar(byte))
            throw fault(current == nil ? "the text ends too early" : "\(character) is missing")
        }
    }

    /// A length or count: digits only.
    mutating func unsigned() throws(PHPSerializedError) -> Int {
        let start = position
        var number = 0
        while let byte = current, (0x30...0x39).contains(byte) {
            // Anything near this is larger than any text; PHP would wrap around to 0 here.
            guard number < 1 << 48 else { throw fault("a number is too large", at: start) }
            number = number * 10 + Int(byte - 0x30)
            position += 1
        }
        guard position > start else { throw fault("a number is missing") }
        return number
    }

    /// An integer value: an optional sign and digits. What does not fit 64 bits becomes the nearest that does, as in PHP.
    mutating func signed() throws(PHPSerializedError) -> Int64 {
        let negative = take(UInt8(ascii: "-"))
        if !negative { _ = take(UInt8(ascii: "+")) }
        let start = position
        var number: Int64 = 0
        var saturated = false
        while let byte = current, (0x30...0x39).contains(byte) {
            let (tenfold, overflow) = number.multipliedReportingOverflow(by: 10)
            let digit = Int64(byte - 0x30)
            let (sum, carry) =
                negative
                ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
            saturated = saturated || overflow || carry
            if !saturated { number = sum }
            position += 1
        }
        guard position > start else { throw fault("a number is missing") }
        return saturated ? (negative ? .min : .max) : number
    }

    /// A number between two marks of the grammar: `:12:`.
    mutating func length() throws(PHPSerializedError) -> Int {
        try expect(UInt8(ascii: ":"))
        let number = try unsigned()
        try expect(UInt8(ascii: ":"))
        return number
    }

    /// `:<length>:"<bytes>"`, where the length counts bytes.
    mutating func counted() throws(PHPSerializedError) -> [UInt8] {
        let start = position
        let length = try length()
        try expect(UInt8(ascii: "\""))
        guard length <= remaining else { throw fault("a string is said to be longer than the text", at: start) }
        let end = position + length
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else {
            throw fault("a string's length in bytes is wrong", at: start)
        }
        let string = Array(bytes[position..<end])
        position = end + 1
        return string
    }

    /// `:<count>:{`, a count of entries that the rest of the text can hold.
    mutating func count() throws(PHPSerializedError) -> Int {
        let start = position
        let count = try length()
        try expect(UInt8(ascii: "{"))
        // Each entry takes several bytes; like PHP, one is enough to refuse a lie before memory is set aside.
        guard count <= remaining else { throw fault("more entries are announced than the text can hold", at: start) }
        return count
    }
}
