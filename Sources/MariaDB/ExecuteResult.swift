/// What a statement without rows did.
package struct ExecuteResult: Sendable, Equatable {
    /// Rows matched (also those an UPDATE left as they were, since CLIENT_FOUND_ROWS is set), inserted or deleted.
    package let affectedRows: Int
    /// The AUTO_INCREMENT value of the (first) inserted row, 0 for none.
    package let lastInsertID: UInt64
    /// How many warnings the server holds about it.
    package let warnings: Int
}
