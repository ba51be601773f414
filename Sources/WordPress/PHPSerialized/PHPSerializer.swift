/// Writes values as PHP 8.2's `serialize()` does, byte for byte.
package enum PHPSerializer {
    /// The serialized text of `value`.
    /// - Throws: `PHPSerializedError` when the value is not plain: objects and references are never written.
    package static func bytes(_ value: PHPValue) throws(PHPSerializedError) -> [UInt8] {
        if let part = value.foreignPart { throw PHPSerializedError(problem: "\(part) cannot be written") }
        var out: [UInt8] = []
        write(value, into: &out)
        return out
    }

    /// The serialized text of a string.
    static func string(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        write(bytes, into: &out)
        return out
    }

    private static func write(_ value: PHPValue, into out: inout [UInt8]) {
        switch value {
        case .null: out += "N;".utf8
        case .bool(let flag): out += (flag ? "b:1;" : "b:0;").utf8
        case .int(let number): out += "i:\(number);".utf8
        case .double(let number): out += "d:\(PHPDouble.text(number));".utf8
        case .string(let bytes): write(bytes, into: &out)
        case .array(let array):
            out += "a:\(array.count):{".utf8
            for entry in array.entries {
                switch entry.key {
                case .integer(let number): out += "i:\(number);".utf8
                case .string(let bytes): write(bytes, into: &out)
                }
                write(entry.value, into: &out)
            }
            out.append(UInt8(ascii: "}"))
        case .escapedString, .object, .customObject, .enumCase, .reference: break
        }
    }

    private static func write(_ bytes: [UInt8], into out: inout [UInt8]) {
        out += "s:\(bytes.count):\"".utf8
        out += bytes
        out += "\";".utf8
    }
}
