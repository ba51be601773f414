/// What to do with a usermeta row so that one token, and only it, is gone.
package enum TokenRemoval: Sendable, Equatable {
    /// Nothing else stands in the value: delete the row.
    case removeRow
    /// Replace the value by these bytes.
    case replace([UInt8])
    /// The token does not stand in the value.
    case notFound
    /// The value must not be touched; the reason is for the log and the audit.
    case notRewritable(String)
}
