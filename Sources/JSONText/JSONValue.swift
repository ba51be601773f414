/// One JSON value. Objects keep their order and numbers their digits, so that what passes through us is not changed.
package enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A whole number that fits 64 bits.
    case integer(Int64)
    /// Any other number, as it was written (`1.50`, `1e3`, more digits than 64 bits hold).
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The object, or nil when it is something else.
    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The list, or nil when it is something else.
    package var array: [JSONValue]? {
        if case .array(let array) = self { array } else { nil }
    }

    /// The string, or nil when it is something else (a number is not a string here).
    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The whole number, or nil when it is something else.
    package var integer: Int64? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    /// The boolean, or nil when it is something else.
    package var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// Whether this is `null`.
    package var isNull: Bool { self == .null }

    /// The member `name` of an object; nil when this is no object or has no such member.
    package subscript(name: String) -> JSONValue? { object?[name] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
    package init(nilLiteral: ()) { self = .null }

    /// The string, or `null` for nil.
    package init(_ string: String?) { self = string.map(JSONValue.string) ?? .null }

    /// The whole number, or `null` for nil.
    package init(_ number: (some BinaryInteger)?) {
        self = number.map { Int64(exactly: $0).map(JSONValue.integer) ?? .number("\($0)") } ?? .null
    }

    /// A finite number in its shortest form; `null` when it is not finite, since JSON cannot say it.
    package init(_ number: Double) { self = number.isFinite ? .number("\(number)") : .null }
}
