package import Cryptography
import ServiceRuntime

/// Hands out the provider token of a key, made once for each `iat` that all processes agree on.
///
/// Apple refuses a token older than an hour, and one that changes more than once in twenty minutes: so the `iat` comes
/// from outside, and the same `iat` makes the same bytes in every process.
package final class ApnsTokenProvider: Sendable {
    /// How long a token is handed out, in seconds after its `iat`, when no newer one comes.
    package static let longestLife: Int64 = 58 * 60

    private struct Current {
        let issuedAt: Int64
        let bearer: [UInt8]
        let end: MonotonicTime
        var isRefused = false
    }

    private let key: SigningKey
    private let keyID: String
    private let teamID: String
    private let current = Locked<Current?>(nil)

    package init(key: SigningKey, keyID: String, teamID: String) {
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Signs the token of `issuedAt` (UNIX seconds) unless it is the current one.
    /// - Parameter age: how old it is already, in seconds by the clock that `issuedAt` was taken from.
    /// - Throws: `ProviderTokenError` when key id, team id or key are of no use; the current token stays.
    package func update(issuedAt: Int64, age: Int64) throws(ProviderTokenError) {
        guard current.withLock({ $0?.issuedAt }) != issuedAt else { return }
        let token = try ProviderToken.make(key: key, keyID: keyID, teamID: teamID, issuedAt: issuedAt)
        let left = Self.longestLife - min(max(age, 0), Self.longestLife)
        let made = Current(
            issuedAt: issuedAt, bearer: Array("bearer ".utf8) + token,
            end: MonotonicTime.now.advanced(milliseconds: left * 1000))
        current.withLock { $0 = made }
    }

    /// The same, its age taken from our own clock.
    package func update(issuedAt: Int64) throws(ProviderTokenError) {
        try update(issuedAt: issuedAt, age: WallClock.seconds - issuedAt)
    }

    /// The `iat` of the current token; nil before the first.
    package var issuedAt: Int64? { current.withLock { $0?.issuedAt } }

    /// The value of `authorization`; nil when there is none yet, or none that Apple would still take.
    package var bearer: [UInt8]? {
        let now = MonotonicTime.now
        return current.withLock { current in
            guard let current, now < current.end else { return nil }
            return current.bearer
        }
    }

    /// The `iat` that Apple called expired, when it is still the current one: a newer one is wanted if this one is older
    /// than twenty minutes, else a clock is wrong.
    package var refusedIssuedAt: Int64? {
        current.withLock { current in current.flatMap { $0.isRefused ? $0.issuedAt : nil } }
    }

    /// Apple called `bearer` expired.
    func reportExpired(_ bearer: [UInt8]) {
        current.withLock { current in
            if current?.bearer == bearer { current?.isRefused = true }
        }
    }
}
