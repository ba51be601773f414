package import JSONText
package import ServiceRuntime

/// A row of the queue that this process holds.
package struct ClaimedAction: Sendable {
    /// What the column `message` held.
    package enum Content: Sendable {
        case message(JSONValue)
        /// Text that is neither JSON nor PHP-serialized; `reason` is the machine word with the fault.
        case unreadable(reason: String)
    }

    /// A delivery that an earlier try left.
    package struct Earlier: Sendable {
        /// The column `token`.
        package let token: String
        package let userID: UInt64?
        package let status: DeliveryStatus
        package let reason: String?
        package let errorClass: ErrorClass?
        package let attempts: Int
        /// For `retry`: milliseconds until it is due, negative when it is.
        package let dueIn: Int64?

        package init(
            token: String, userID: UInt64?, status: DeliveryStatus, reason: String?, errorClass: ErrorClass?,
            attempts: Int, dueIn: Int64?
        ) {
            self.token = token
            self.userID = userID
            self.status = status
            self.reason = reason
            self.errorClass = errorClass
            self.attempts = attempts
            self.dueIn = dueIn
        }
    }

    package let id: UInt64
    package let lease: Lease
    /// The column `type`, whatever it holds.
    package let type: String
    package let app: String
    package let userID: UInt64?
    /// The column `audience`, unjudged.
    package let audience: [UInt8]?
    package let content: Content
    /// When its life began (the later of created_at and send_at), UNIX milliseconds by the database's clock.
    package let lifeStart: Int64
    /// The column `expires_at`, UNIX milliseconds.
    package let expiresAt: Int64?
    /// The database's clock at the claim, UNIX milliseconds.
    package let databaseNow: Int64
    /// Our clock just before the claim: what `databaseNow` corresponds to, at the earliest.
    package let claimedAt: MonotonicTime
    /// How often it was claimed before.
    package let earlierClaims: Int
    /// Whether an earlier holder vanished: what it was sending may have been sent.
    package let wasAbandoned: Bool
    /// The deliveries that earlier tries left; of an audience only those whose next try is due, and not all at once.
    package let earlier: [Earlier]
    /// How far the walk through the audience has come.
    package let walk: AudienceWalk

    package init(
        id: UInt64, lease: Lease, type: String, app: String, userID: UInt64?, audience: [UInt8]?, content: Content,
        lifeStart: Int64, expiresAt: Int64?, databaseNow: Int64, claimedAt: MonotonicTime, earlierClaims: Int,
        wasAbandoned: Bool, earlier: [Earlier], walk: AudienceWalk = AudienceWalk()
    ) {
        self.id = id
        self.lease = lease
        self.type = type
        self.app = app
        self.userID = userID
        self.audience = audience
        self.content = content
        self.lifeStart = lifeStart
        self.expiresAt = expiresAt
        self.databaseNow = databaseNow
        self.claimedAt = claimedAt
        self.earlierClaims = earlierClaims
        self.wasAbandoned = wasAbandoned
        self.earlier = earlier
        self.walk = walk
    }
}
