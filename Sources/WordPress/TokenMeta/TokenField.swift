import JSONText

/// One field of a record, whichever notation it came from.
enum TokenField {
    case text(ArraySlice<UInt8>)
    case integer(Int64)
    case decimal(Double)
    /// Absent, null, false, or a reference to a value that stands earlier in the same text.
    case nothing
    /// A list, an object or true: no token and no detail.
    case structure

    init(_ value: PHPValue?) {
        switch value {
        case .string(let bytes), .escapedString(let bytes): self = .text(bytes[...])
        case .int(let number): self = .integer(number)
        case .double(let number): self = .decimal(number)
        case nil, .null, .bool(false), .reference: self = .nothing
        case .array, .object, .bool, .customObject, .enumCase: self = .structure
        }
    }

    init(_ value: JSONValue?) {
        switch value {
        case .string(let text): self = .text(Array(text.utf8)[...])
        case .integer(let number): self = .integer(number)
        case .number(let digits): self = Double(digits).map(TokenField.decimal) ?? .structure
        case nil, .null, .bool(false): self = .nothing
        case .array, .object, .bool: self = .structure
        }
    }

    /// The field as text; nil when empty or absent. Bytes that are no UTF-8 are replaced.
    var text: String? {
        switch self {
        case .text(let bytes): bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        case .integer(let number): String(number)
        case .decimal, .nothing, .structure: nil
        }
    }

    /// The field as a lower-case word without blanks around it.
    var word: String? {
        guard case .text(let bytes) = self else { return nil }
        let word = PHPLooksSerialized.trimmed(Array(bytes))
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self).lowercased()
    }

    /// The field as a time in milliseconds since 1970.
    var time: Int64? {
        switch self {
        case .text(let bytes): RegistrationTime.milliseconds(String(decoding: bytes, as: UTF8.self))
        case .integer(let number): RegistrationTime.milliseconds(Double(number))
        case .decimal(let number): RegistrationTime.milliseconds(number)
        case .nothing, .structure: nil
        }
    }
}
