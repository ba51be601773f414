import MariaDB

/// A delivery as it stands in the database.
struct DeliveryRow: Sendable, Equatable {
    let token: String
    let channel: String
    let environment: String?
    let status: String
    let reason: String?
    let httpStatus: Int?
    let apnsID: String?
    let errorClass: String?
    let attempts: Int
    /// Milliseconds from now to the next try.
    let dueIn: Int64?

    static let columns = """
        token, channel, environment, status, reason, http_status, apns_id, error_class, attempts,
        TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), next_attempt_at) DIV 1000
        """

    init(_ row: Row) throws {
        token = try row.string(0)
        channel = try row.string(1)
        environment = try row.optionalString(2)
        status = try row.string(3)
        reason = try row.optionalString(4)
        httpStatus = try row.optionalInt(5)
        apnsID = try row.optionalString(6)
        errorClass = try row.optionalString(7)
        attempts = try row.int(8)
        dueIn = try row.optionalInt64(9)
    }
}
