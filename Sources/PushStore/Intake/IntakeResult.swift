/// What one look for usermeta rows has taken.
package struct IntakeResult: Sendable, Equatable {
    /// Rows that became actions to be sent.
    package var enqueued = 0
    /// Rows that became actions failed from the start.
    package var failed = 0
    /// Rows that went because an action with their `dedupe_key` is there already.
    package var duplicates = 0

    /// Nothing yet.
    package init() {}

    /// All rows taken.
    package var count: Int { enqueued + failed + duplicates }
}
