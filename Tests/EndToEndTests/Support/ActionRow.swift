import MariaDB

/// An action as it stands in the database.
struct ActionRow: Sendable, Equatable {
    let id: UInt64
    let state: String
    let reason: String?
    let delivered: Int
    let failed: Int
    let pruned: Int
    let warnings: String?

    static let columns = "id, state, reason, delivered, failed, pruned, CAST(warnings AS BINARY)"

    init(_ row: Row) throws {
        id = try row.uint64(0)
        state = try row.string(1)
        reason = try row.optionalString(2)
        delivered = try row.int(3)
        failed = try row.int(4)
        pruned = try row.int(5)
        warnings = try row.optionalString(6)
    }

    /// Whether nothing more will happen to it.
    var isFinal: Bool { state != "queued" && state != "sending" }
}
