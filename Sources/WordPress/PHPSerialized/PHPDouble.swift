/// PHP's notation of floating-point numbers (`serialize_precision = -1`, the default since PHP 7.1).
enum PHPDouble {
    /// The shortest digits that give the number back, laid out as PHP's `php_gcvt()` does: `0.1`, `1.0E+25`, `-0`.
    static func text(_ number: Double) -> String {
        if number.isNaN { return "NAN" }
        let sign = number.sign == .minus ? "-" : ""
        if number.isInfinite { return sign + "INF" }
        if number == 0 { return sign + "0" }
        let (digits, point) = shortest(number.magnitude)
        return sign + layout(digits, point: point)
    }

    /// The significant digits, and where the point stands: the value is 0.DIGITS × 10^point.
    private static func shortest(_ number: Double) -> (digits: [UInt8], point: Int) {
        // Swift prints the same shortest digits, in another layout: take them out of it.
        var digits: [UInt8] = []
        var point = 0
        var exponent = 0
        var seenPoint = false
        let text = Array("\(number)".utf8)
        for (place, byte) in text.enumerated() {
            if byte == UInt8(ascii: ".") {
                seenPoint = true
            } else if byte == UInt8(ascii: "e") {
                exponent = Int(String(decoding: text[(place + 1)...], as: UTF8.self)) ?? 0
                break
            } else if digits.isEmpty, byte == UInt8(ascii: "0") {
                if seenPoint { point -= 1 }
            } else {
                digits.append(byte)
                if !seenPoint { point += 1 }
            }
        }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return (digits, point + exponent)
    }

    private static func layout(_ digits: [UInt8], point: Int) -> String {
        let all = String(decoding: digits, as: UTF8.self)
        // 17 digits is what PHP's -1 stands for in this choice of notation.
        if point < -3 || point > 17 {
            let fraction = digits.count > 1 ? String(all.dropFirst()) : "0"
            let exponent = point - 1
            return "\(all.prefix(1)).\(fraction)E\(exponent < 0 ? "-" : "+")\(exponent.magnitude)"
        }
        if point <= 0 { return "0." + String(repeating: "0", count: -point) + all }
        if digits.count <= point { return all + String(repeating: "0", count: point - digits.count) }
        return "\(all.prefix(point)).\(all.dropFirst(point))"
    }
}
