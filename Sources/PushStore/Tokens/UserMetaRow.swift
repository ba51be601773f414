import MariaDB

/// A row of usermeta as it is read: never more of it than fits into a statement, so that one value hurts no other.
struct UserMetaRow: Sendable {
    /// What is read of a value at most, in bytes; far above any token list or message.
    static let longestValue = 1 << 20

    let id: UInt64
    let userID: UInt64
    let key: String
    /// The value byte by byte, empty for NULL; nil when it is too long to be read.
    let value: [UInt8]?
    /// The value's length in bytes.
    let length: Int

    /// The columns that `init(row)` wants. One parameter comes first: `limit(of:)`.
    static let columns = """
        umeta_id, user_id, meta_key, COALESCE(LENGTH(meta_value), 0), \
        IF(LENGTH(meta_value) <= ?, CAST(meta_value AS BINARY), NULL)
        """

    /// How many bytes of a value are read on this connection: a statement must be able to hold it before and after a change.
    static func limit(of connection: Connection) -> SQLValue {
        .integer(Int64(min(longestValue, connection.maxAllowedPacket / 4)))
    }

    /// Reads the columns `columns`.
    init(_ row: Row) throws(MariaDBError) {
        id = try row.uint64(0)
        userID = try row.uint64(1)
        key = String(decoding: row.bytes(2) ?? [], as: UTF8.self)
        length = try row.int(3)
        value = length == 0 ? [] : row.bytes(4)
    }
}
