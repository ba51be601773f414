package import HTTP2Client
package import PushCore

/// What Apple is to be sent for an action, the same for all its devices.
package struct ApnsPayload: Sendable {
    /// The header `apns-push-type`.
    package let pushType: PushType
    /// The body, within Apple's limit.
    package let body: [UInt8]
    /// Whether it goes to a channel and not to device tokens.
    package let isBroadcast: Bool
    /// `apns-push-type`, `apns-priority`, `apns-expiration`, `apns-collapse-id`, `apns-channel-id`, as far as sent.
    package let headers: [HTTPHeader]
    /// The header `apns-topic` when the message sets it; else the credential's.
    package let topic: [UInt8]?
    /// The header `apns-id` when the message sets it; else one is derived for each token.
    package let id: [UInt8]?
    /// Whether a second copy replaces the first on the device: only then may it be sent again without knowing.
    package let isReplaceable: Bool
    /// What was dropped, in words: those of the message, then ours.
    package let warnings: [String]

    /// The bytes that Apple takes at most.
    package var bodyLimit: Int { isBroadcast ? PushType.broadcastBodyLimit : pushType.bodyLimit }
}
