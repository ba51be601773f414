import Glibc
import JSONText

/// One text with the verdict that PHP 8.2 gave on it.
struct SerializedCase {
    let raw: [UInt8]
    /// Whether `unserialize()` takes it.
    let isValid: Bool
    /// Whether it holds only null, booleans, numbers, strings and arrays.
    let isPlain: Bool
    /// What `serialize(unserialize())` makes of it, when plain.
    let again: [UInt8]?
    /// The value where JSON can say it.
    let json: JSONValue?

    /// The cases beside the tests.
    static func all() throws -> [SerializedCase] {
        let directory = "\(#filePath)".split(separator: "/").dropLast(2).joined(separator: "/")
        let text = try read("/\(directory)/Cases/php-serialize.jsonl")
        return try text.split(separator: UInt8(ascii: "\n")).map { line in
            let object = try JSONParser.parse(Array(line), maximumDepth: 600)
            return SerializedCase(
                raw: base64(object["raw"]?.string ?? ""), isValid: object["ok"]?.bool ?? false,
                isPlain: object["plain"]?.bool ?? false, again: object["again"]?.string.map(base64),
                json: object["json"])
        }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let file = unsafe fopen(path, "r") else { throw PHP.Failure(description: "\(path) is missing") }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    private static func base64(_ text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bytes: [UInt8] = []
        var bits = 0
        var buffer = 0
        for byte in text.utf8 {
            guard let value = alphabet.firstIndex(of: byte) else { break }
            buffer = (buffer << 6 | value) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(buffer >> bits & 0xFF))
            }
        }
        return bytes
    }
}
