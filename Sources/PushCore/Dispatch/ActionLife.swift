package import ServiceRuntime

/// How long an action may be sent (contract, section 2): from the later of created_at and send_at until expires_at or
/// start + ttl, the earlier. The database's clock says when, ours only counts down.
package struct ActionLife: Sendable, Equatable {
    /// The last moment by our clock; nil when it has no end.
    package let deadline: MonotonicTime?
    /// The end in UNIX seconds by the database's clock, rounded up; nil when it has no end.
    package let end: Int64?

    /// - Parameters:
    ///   - ttl: seconds from the message. Zero does not end a life: it only asks Apple not to store the push.
    ///   - maximumAge: for calls, the seconds a call may wait when the message does not say; nil for everything else.
    package init(of action: ClaimedAction, ttl: Int64?, maximumAge: Int64?) {
        let end = Self.end(start: action.lifeStart, ttl: ttl, maximumAge: maximumAge, expiresAt: action.expiresAt)
        guard let end else {
            deadline = nil
            self.end = nil
            return
        }
        deadline = action.claimedAt.advanced(milliseconds: end - action.databaseNow)
        self.end = (end + 999) / 1000
    }

    /// The end in UNIX milliseconds of a life that began at `start`; nil when it has no end.
    package static func end(start: Int64, ttl: Int64?, maximumAge: Int64?, expiresAt: Int64?) -> Int64? {
        let seconds = ttl.flatMap { $0 > 0 ? $0 : nil } ?? maximumAge
        // A ttl near the end of 64 bits must not trap: a century is as good as for ever.
        let byTTL = seconds.map { start + min($0, 3_155_760_000) * 1000 }
        return [byTTL, expiresAt].compactMap { $0 }.min()
    }

    /// Whether it is over at `now`.
    package func isOver(at now: MonotonicTime) -> Bool { deadline.map { now >= $0 } ?? false }

    /// Milliseconds left at `now`; nil when it has no end.
    package func remaining(at now: MonotonicTime) -> Int64? { deadline?.milliseconds(since: now) }
}
