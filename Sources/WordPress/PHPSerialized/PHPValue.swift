/// What a text made by PHP's `serialize()` holds. Strings are bytes: PHP does not say in which charset they are.
package enum PHPValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string([UInt8])
    case array(PHPArray)
    /// A string in the escaped form `S:` that PHP reads and never writes.
    case escapedString([UInt8])
    /// An object with its properties (`O:`).
    case object(PHPObject)
    /// An object that wrote itself (`C:`); its content is its own affair.
    case customObject(className: String)
    /// A case of an enum, `Enum:Case` (`E:`).
    case enumCase(String)
    /// A reference to another value of the same text (`R:` and `r:`), by its number there.
    case reference(Int)

    /// A string of this text's UTF-8 bytes.
    package static func text(_ text: String) -> PHPValue { .string(Array(text.utf8)) }

    /// The bytes of a string in either form; nil for everything else.
    package var bytes: [UInt8]? {
        switch self {
        case .string(let bytes), .escapedString(let bytes): bytes
        default: nil
        }
    }

    /// Whether the value holds nothing but null, booleans, numbers, strings and arrays of these: only then may it be
    /// rewritten.
    package var isPlain: Bool { foreignPart == nil }

    /// What keeps the value from being plain, in words ("an object of class Foo"), or nil.
    package var foreignPart: String? {
        switch self {
        case .null, .bool, .int, .double, .string: return nil
        case .array(let array):
            for entry in array.entries {
                if let part = entry.value.foreignPart { return part }
            }
            return nil
        case .escapedString: return "a string in the escaped form S:"
        case .object(let object): return "an object of class \(object.className)"
        case .customObject(let className): return "an object of class \(className)"
        case .enumCase(let name): return "the enum case \(name)"
        case .reference: return "a PHP reference"
        }
    }
}
