/// What an expression of a wp-config.php comes to.
enum WPConfigValue: Sendable, Equatable {
    case string([UInt8])
    case integer(Int64)
    case bool(Bool)
    case null
    /// Known only when PHP runs; the text says through what ("computed by getenv()").
    case computed(String)

    /// The bytes that PHP makes of the value where it needs a string; nil when it is not known.
    var bytes: [UInt8]? {
        switch self {
        case .string(let bytes): bytes
        case .integer(let number): Array(String(number).utf8)
        case .bool(let flag): flag ? [0x31] : []
        case .null: []
        case .computed: nil
        }
    }

    /// What PHP makes of the value where it needs a condition; nil when it is not known.
    var isTrue: Bool? { bytes.map { !$0.isEmpty && $0 != [0x30] } }
}
