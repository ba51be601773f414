/// What is decided without asking Apple: the reasons of our own that a delivery can have, and what each comes to.
package enum LocalVerdict: String, Sendable, Hashable, CaseIterable {
    /// What usermeta holds is no device token.
    case malformedDeviceToken = "MalformedDeviceToken"
    /// The token was pruned, and nothing has brought it back since.
    case prunedToken = "PrunedToken"
    /// The recipient is not of Apple's platforms.
    case unsupportedRecipient = "UnsupportedRecipient"
    /// There is no usable credential for the app and channel.
    case notConfigured = "NotConfigured"
    /// A device that waited for another try stands in no row any more.
    case noDeviceToken = "NoDeviceToken"
    /// The token was issued for another kind of push.
    case wrongTokenKind = "WrongTokenKind"
    /// The type is not this sender's.
    case unsupportedType = "UnsupportedType"
    /// The certificate does not list the push's topic.
    case topicNotInCertificate = "TopicNotInCertificate"
    /// Apple knows the token in no environment that could be asked, but not all could be.
    case environmentUnproven = "EnvironmentUnproven"
    /// There is no provider token that Apple would still take.
    case providerTokenUnavailable = "ProviderTokenUnavailable"
    /// Its life was over before it could be sent.
    case expired = "Expired"
    /// Sent, and whether Apple took it will never be known.
    case outcomeUnknown = "OutcomeUnknown"

    /// The outcome.
    package var status: DeliveryStatus {
        switch self {
        case .malformedDeviceToken, .prunedToken, .noDeviceToken, .wrongTokenKind, .unsupportedType,
            .topicNotInCertificate, .environmentUnproven:
            .rejected
        case .unsupportedRecipient: .unsupported
        case .notConfigured: .notConfigured
        case .providerTokenUnavailable: .retry
        case .expired: .exhausted
        case .outcomeUnknown: .unknown
        }
    }

    /// Who has to act; nil when nobody has.
    package var errorClass: ErrorClass? {
        switch self {
        case .malformedDeviceToken, .prunedToken, .noDeviceToken, .wrongTokenKind, .environmentUnproven:
            .invalidRecipient
        case .unsupportedRecipient: .unsupportedRecipient
        case .notConfigured: .notConfigured
        case .unsupportedType: .invalidRequest
        case .topicNotInCertificate, .providerTokenUnavailable: .authFailed
        case .outcomeUnknown: .providerUnavailable
        case .expired: nil
        }
    }

    /// How far its cause reaches.
    package var scope: FailureScope {
        switch self {
        case .malformedDeviceToken, .prunedToken, .unsupportedRecipient, .noDeviceToken, .wrongTokenKind: .token
        case .notConfigured, .providerTokenUnavailable: .credential
        case .unsupportedType, .expired: .payload
        case .topicNotInCertificate: .topic
        case .environmentUnproven: .environment
        case .outcomeUnknown: .network
        }
    }

    /// Whether the try counts.
    package var countsAttempt: Bool {
        switch self {
        case .noDeviceToken, .providerTokenUnavailable, .expired: false
        default: true
        }
    }

    /// The result for `recipient`.
    package func result(for recipient: Recipient) -> TokenResult {
        var result = TokenResult(
            recipient: recipient, status: status, reason: rawValue, errorClass: errorClass,
            countsAttempt: countsAttempt)
        if status == .retry { result.pace = .transport }
        return result
    }
}
