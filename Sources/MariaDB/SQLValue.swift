/// A value that travels between a statement and its columns. Column values arrive as `bytes` whenever they are not numbers:
/// what a table holds is not trusted to be UTF-8.
package enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case text(String)
    case bytes([UInt8])

    /// `value` as text, or NULL.
    package init(_ value: String?) { self = value.map { .text($0) } ?? .null }

    /// `value` as an unsigned number, or NULL.
    package init(_ value: UInt64?) { self = value.map { .unsigned($0) } ?? .null }

    /// `value` as a number, or NULL.
    package init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }

    /// `value` as bytes, or NULL.
    package init(_ value: [UInt8]?) { self = value.map { .bytes($0) } ?? .null }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(nilLiteral: ()) { self = .null }
}
