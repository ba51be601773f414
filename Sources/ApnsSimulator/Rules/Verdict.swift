/// What the rules say of a request.
struct Verdict: Sendable {
    var status = 200
    var reason: String?
    /// Milliseconds since 1970; only beside 410.
    var timestamp: Int64?
    var warnings: [String] = []

    /// Taken.
    static let accepted = Verdict()

    /// Rejected with Apple's status and reason.
    static func rejected(_ status: Int, _ reason: String, timestamp: Int64? = nil) -> Verdict {
        Verdict(status: status, reason: reason, timestamp: timestamp)
    }

    /// Apple's JSON body; empty with 200.
    var body: [UInt8] {
        guard let reason else { return [] }
        var text = "{\"reason\":\"\(reason)\""
        if let timestamp { text += ",\"timestamp\":\(timestamp)" }
        return Array("\(text)}".utf8)
    }
}
