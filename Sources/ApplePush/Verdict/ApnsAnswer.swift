import HTTP2Client
import JSONText
import PushCore

/// What an answer of Apple's says.
struct ApnsAnswer {
    let status: Int
    /// Nil on 200, and when the body says nothing.
    let reason: ApnsReason?
    /// The 410's time stamp, milliseconds since 1970.
    let timestamp: Int64?
    /// The header `apns-unique-id`: only the sandbox gives it, and to broadcasts production too.
    let uniqueID: String?
    /// Milliseconds that Retry-After asks for.
    let retryAfter: Int64?
    private static let longestID = 64

    /// The column `reason`: Apple's word, else the status.
    var word: String { reason?.text ?? "HTTP \(status)" }

    init(_ response: HTTPResponse) {
        status = response.status
        uniqueID = Self.uniqueID(response)
        guard status != 200 else {
            reason = nil
            timestamp = nil
            retryAfter = nil
            return
        }
        let body = try? JSONParser.parse(response.body, maximumDepth: 8)
        reason = body?["reason"]?.string.flatMap(ApnsReason.init(untrusted:))
        timestamp = status == 410 ? body?["timestamp"]?.integer : nil
        retryAfter = response.header("retry-after").flatMap {
            RetryAfter.milliseconds(String(decoding: $0, as: UTF8.self), date: response.date)
        }
    }

    private static func uniqueID(_ response: HTTPResponse) -> String? {
        response.header("apns-unique-id").map { value in
            String(decoding: value.filter { (0x21...0x7E).contains($0) }.prefix(longestID), as: UTF8.self)
        }
    }
}
