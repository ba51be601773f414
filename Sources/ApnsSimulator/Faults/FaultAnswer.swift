/// An answer that a fault gives in place of the rules' verdict.
package struct FaultAnswer: Sendable, Hashable {
    /// `:status`, three digits; also ones that no server should send.
    package var status: Int
    /// `reason` of the JSON body; nil = no body.
    package var reason: String?
    /// `timestamp` of the JSON body, milliseconds since 1970.
    package var timestamp: Int64?
    /// `retry-after`, as it is to be sent (seconds or a date).
    package var retryAfter: String?
    /// The body's bytes, instead of the JSON made of `reason` and `timestamp`.
    package var body: [UInt8]?
    /// More response headers; a second `apns-id`, for example.
    package var headers: [Header]

    /// One response header.
    package struct Header: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(
        status: Int, reason: String? = nil, timestamp: Int64? = nil, retryAfter: String? = nil, body: [UInt8]? = nil,
        headers: [Header] = []
    ) {
        self.status = status
        self.reason = reason
        self.timestamp = timestamp
        self.retryAfter = retryAfter
        self.body = body
        self.headers = headers
    }
}

extension FaultAction {
    /// An answer of this status and reason; see `FaultAnswer` for more.
    package static func answer(
        status: Int, reason: String? = nil, retryAfter: Int? = nil, timestamp: Int64? = nil
    ) -> FaultAction {
        .answer(
            FaultAnswer(
                status: status, reason: reason, timestamp: timestamp, retryAfter: retryAfter.map { String($0) }))
    }
}
