import JSONText

/// What the rules say of a request.
struct Verdict: Sendable {
    var status = 200
    var reason: String?
    /// Milliseconds since 1970; only beside 410.
    var timestamp: Int64?
    var warnings: [String] = []
    /// The JSON that an answer without a reason has as its body.
    var content: JSONValue?
    /// The header `apns-channel-id`.
    var channelID: String?

    /// Taken.
    static let accepted = Verdict()

    /// Rejected with Apple's status and reason.
    static func rejected(_ status: Int, _ reason: String, timestamp: Int64? = nil) -> Verdict {
        Verdict(status: status, reason: reason, timestamp: timestamp)
    }

    /// Whether it was done.
    var isSuccess: Bool { (200..<300).contains(status) }

    /// Apple's JSON body; empty with 200.
    var body: [UInt8] {
        guard let reason else { return content.map { JSONWriter.bytes($0) } ?? [] }
        var text = "{\"reason\":\"\(reason)\""
        if let timestamp { text += ",\"timestamp\":\(timestamp)" }
        return Array("\(text)}".utf8)
    }
}
