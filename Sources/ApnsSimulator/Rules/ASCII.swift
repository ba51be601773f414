extension UInt8 {
    /// `0`…`9`.
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// `0`…`9`, `a`…`f`, `A`…`F`.
    var isHexDigit: Bool {
        let lower = self | 0x20
        return isDigit || (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "f"))
    }

    /// `0`…`9`, `a`…`z`, `A`…`Z`.
    var isAlphanumeric: Bool {
        let lower = self | 0x20
        return isDigit || (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z"))
    }
}
