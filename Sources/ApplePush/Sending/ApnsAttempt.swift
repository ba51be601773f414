import HTTP2Client
import PushCore

/// One token's push on its way: what is asked where, and what it has met so far.
struct ApnsAttempt: Sendable {
    /// The notification's place in its batch.
    let notification: Int
    let recipient: Recipient
    /// `:path`.
    let path: [UInt8]
    /// `apns-id`, or `apns-request-id` of a broadcast.
    let id: [UInt8]
    /// The headers that all of the notification's pushes to this topic share, without `authorization` and `apns-id`.
    let headers: [HTTPHeader]
    /// `apns-topic`, which stands in `headers`; of a broadcast its path: what it is refused for is refused to it alone.
    let topic: [UInt8]
    /// Whether the message names another topic than the token was issued for: what Apple says of it there ends no token.
    let isForeign: Bool
    /// The environment to ask, and which have answered.
    var environment: EnvironmentPolicy
    /// Whether it was sent again on a new connection already.
    var isSecond = false
    /// The breakers that wait for its answer.
    var probes: [ApnsBreakers.Subject] = []

    /// The same, when no breaker waits for it any more.
    var asNoProbe: ApnsAttempt {
        var attempt = self
        attempt.probes = []
        return attempt
    }
}
