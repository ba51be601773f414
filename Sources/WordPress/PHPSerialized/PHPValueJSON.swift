package import JSONText

extension PHPValue {
    /// The value as JSON, as `json_encode()` would make it: an array with the keys 0, 1, 2 … is a list, any other an
    /// object; the empty array is the empty list, since PHP does not tell the two apart.
    /// - Throws: `PHPSerializedError` naming what JSON cannot say: an object, a reference, bytes that are no UTF-8, an
    ///   infinite number.
    package func json() throws(PHPSerializedError) -> JSONValue {
        switch self {
        case .null: return .null
        case .bool(let flag): return .bool(flag)
        case .int(let number): return .integer(number)
        case .double(let number):
            guard number.isFinite else {
                throw PHPSerializedError(problem: "the number \(PHPDouble.text(number)) stands in the message")
            }
            return JSONValue(number)
        case .string(let bytes): return .string(try Self.utf8(bytes))
        case .array(let array):
            if array.isList {
                var list: [JSONValue] = []
                for entry in array.entries { list.append(try entry.value.json()) }
                return .array(list)
            }
            var object = JSONObject()
            for entry in array.entries {
                let name = if case .string(let bytes) = entry.key { try Self.utf8(bytes) } else { entry.key.text }
                object[name] = try entry.value.json()
            }
            return .object(object)
        case .escapedString, .object, .customObject, .enumCase, .reference:
            throw PHPSerializedError(problem: "\(foreignPart ?? "a foreign value") stands in the message")
        }
    }

    private static func utf8(_ bytes: [UInt8]) throws(PHPSerializedError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PHPSerializedError(problem: "a string in the message is not valid UTF-8")
        }
        return text
    }
}
