import JSONText

/// How a push travels: life, urgency, replacement, environment, and headers that the message sets itself.
package struct DeliveryOptions: Sendable, Hashable {
    /// Seconds the push may live, rounded up; nil when the message does not say.
    package let ttl: Int64?
    /// 10, 5 or 1; nil when the message does not say.
    package let priority: Int64?
    /// At most 64 bytes, fit for a header.
    package let collapseID: String?
    /// The environments that the message asks for.
    package let environment: EnvironmentChoice?
    /// Whether the body may be shortened to fit the limit.
    package let fit: Bool
    package let headers: HeaderOverrides

    static let keys = ["ttl", "priority", "collapse_id", "environment", "fit", "headers"]
    // A hundred years: longer than any push lives, short enough for every sum.
    private static let longestLife: Int64 = 3_155_760_000

    init(_ reader: MessageReader) throws(MessageFault) {
        ttl = try Self.seconds(reader, "ttl")
        priority = try reader.whole("priority", in: 1...10)
        if let priority, !HeaderOverrides.priorities.contains(priority) { throw reader.fault("priority") }
        collapseID = try reader.words("collapse_id")
        if let collapseID, !HeaderOverrides.isCollapseID(collapseID) { throw reader.fault("collapse_id") }
        environment = try reader.word("environment", EnvironmentChoice.self)
        fit = try reader.flag("fit") ?? false
        headers = try HeaderOverrides(try reader.object("headers") ?? JSONObject())
    }

    private static func seconds(_ reader: MessageReader, _ key: String) throws(MessageFault) -> Int64? {
        switch try reader.number(key, in: 0...Double.greatestFiniteMagnitude) {
        case .integer(let whole)?: min(whole, longestLife)
        case .number(let digits)?: Int64(min((Double(digits) ?? 0).rounded(.up), Double(longestLife)))
        default: nil
        }
    }
}
