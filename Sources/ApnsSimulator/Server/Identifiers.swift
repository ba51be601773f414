/// Makes version 4 UUIDs from a generator seeded by the system; the system's own would be a call for each.
struct Identifiers {
    private var state = UInt64.random(in: 1 ... .max)
    private static let digits = Array("0123456789abcdef".utf8)

    /// 36 lower-case characters.
    mutating func next() -> [UInt8] {
        var text = [UInt8](repeating: UInt8(ascii: "-"), count: 36)
        var bits: UInt64 = 0
        for place in 0..<36 where place != 8 && place != 13 && place != 18 && place != 23 {
            if bits < 16 { bits = random() | 1 << 60 }
            text[place] = Self.digits[Int(bits & 15)]
            bits >>= 4
        }
        text[14] = UInt8(ascii: "4")
        text[19] = Self.digits[Int(8 | random() & 3)]
        return text
    }

    /// xorshift64*.
    private mutating func random() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
