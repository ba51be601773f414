/// What became of one device's share of a push.
package struct TokenResult: Sendable {
    /// The device.
    package let recipient: Recipient
    /// The outcome of this try: `retry` asks for another, whose time `RetryPolicy` sets.
    package var status: DeliveryStatus
    /// Apple's reason or our own machine word; nil when delivered.
    package var reason: String?
    /// Who has to act; nil when delivered.
    package var errorClass: ErrorClass?
    /// The environment that answered last.
    package var environment: PushEnvironment?
    /// The HTTP status, when there was an answer.
    package var httpStatus: Int?
    /// `apns-id`: the same on every try.
    package var apnsID: String?
    /// `apns-unique-id`: only the sandbox gives it.
    package var apnsUniqueID: String?
    /// For `retry`: how patient to be.
    package var pace: RetryPace = .normal
    /// For `retry`: not before this many milliseconds (Retry-After).
    package var retryAfter: Int64?
    /// Whether this try counts: what surely never reached Apple costs no attempt.
    package var countsAttempt = true
    /// Set when the token is dead and should leave usermeta.
    package var death: TokenDeath?
    /// Set when the token was found to live in another environment than was known.
    package var learnedEnvironment: PushEnvironment?

    /// The environments that answered that they do not know the token.
    package var unknownIn: [PushEnvironment] = []

    package init(
        recipient: Recipient, status: DeliveryStatus, reason: String? = nil, errorClass: ErrorClass? = nil,
        countsAttempt: Bool = true
    ) {
        self.recipient = recipient
        self.status = status
        self.reason = reason
        self.errorClass = errorClass
        self.countsAttempt = countsAttempt
    }
}

/// Apple's word that a token is dead.
package struct TokenDeath: Sendable, Hashable {
    /// `BadDeviceToken`, `Unregistered` or `ExpiredToken`.
    package let reason: String
    /// The 410's time stamp in milliseconds since 1970: a token registered later lives.
    package let timestamp: Int64?

    package init(reason: String, timestamp: Int64?) {
        self.reason = reason
        self.timestamp = timestamp
    }
}
