/// One row of a result, its columns by position from 0.
package struct Row: Sendable, Equatable {
    /// The columns as they arrived.
    package let values: [SQLValue]

    /// Whether column `index` is NULL.
    package func isNull(_ index: Int) -> Bool { values[index] == .null }

    /// Column `index` as the bytes stored (a number as its decimal digits); nil for NULL.
    package func bytes(_ index: Int) -> [UInt8]? {
        switch values[index] {
        case .null: nil
        case .bytes(let bytes): bytes
        case .text(let text): Array(text.utf8)
        case .integer(let number): Array(String(number).utf8)
        case .unsigned(let number): Array(String(number).utf8)
        case .double(let number): Array(String(number).utf8)
        }
    }

    /// Column `index` as text, nil for NULL; throws when it is not UTF-8.
    package func optionalString(_ index: Int) throws(MariaDBError) -> String? {
        guard let bytes = bytes(index) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unexpectedValue("column \(index + 1) of the result is not UTF-8 text")
        }
        return text
    }

    /// Column `index` as text; throws when it is NULL or not UTF-8.
    package func string(_ index: Int) throws(MariaDBError) -> String { try present(optionalString(index), index) }

    /// Column `index` as a signed number, nil for NULL; throws when it is none or out of range.
    package func optionalInt64(_ index: Int) throws(MariaDBError) -> Int64? { try optionalNumber(index) }

    /// Column `index` as a signed number; throws when it is NULL, none or out of range.
    package func int64(_ index: Int) throws(MariaDBError) -> Int64 { try present(optionalNumber(index), index) }

    /// Column `index` as an `Int`; throws when it is NULL, no number or out of range.
    package func int(_ index: Int) throws(MariaDBError) -> Int { try present(optionalNumber(index), index) }

    /// Column `index` as an `Int`, nil for NULL; throws when it is no number or out of range.
    package func optionalInt(_ index: Int) throws(MariaDBError) -> Int? { try optionalNumber(index) }

    /// Column `index` as an unsigned number, nil for NULL; throws when it is none or out of range.
    package func optionalUInt64(_ index: Int) throws(MariaDBError) -> UInt64? { try optionalNumber(index) }

    /// Column `index` as an unsigned number; throws when it is NULL, none or out of range.
    package func uint64(_ index: Int) throws(MariaDBError) -> UInt64 { try present(optionalNumber(index), index) }

    /// Column `index` as a floating-point number; throws when it is NULL or none.
    package func double(_ index: Int) throws(MariaDBError) -> Double {
        switch values[index] {
        case .double(let number): return number
        case .integer(let number): return Double(number)
        case .unsigned(let number): return Double(number)
        case .null, .text, .bytes:
            guard let number = Double(try string(index)) else {
                throw .unexpectedValue("column \(index + 1) of the result is not a number")
            }
            return number
        }
    }

    private func optionalNumber<Number: FixedWidthInteger>(_ index: Int) throws(MariaDBError) -> Number? {
        let number: Number?
        switch values[index] {
        case .null: return nil
        case .integer(let value): number = Number(exactly: value)
        case .unsigned(let value): number = Number(exactly: value)
        case .double(let value): number = Number(exactly: value)
        // SUM() and other DECIMALs arrive as digits.
        case .text, .bytes: number = Number(try string(index))
        }
        guard let number else { throw .unexpectedValue("column \(index + 1) of the result is not a \(Number.self)") }
        return number
    }

    private func present<Value>(_ value: Value?, _ index: Int) throws(MariaDBError) -> Value {
        guard let value else { throw .unexpectedValue("column \(index + 1) of the result is NULL") }
        return value
    }
}
