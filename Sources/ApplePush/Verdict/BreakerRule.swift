import PushCore

/// What an answer holds back beyond its own push, until a probe shows that the cause is gone.
package enum BreakerRule: String, Sendable, Hashable, CaseIterable {
    /// Nothing.
    case none = "–"
    /// Every push of the credential.
    case credential
    /// The same, until the provider token is renewed.
    case providerToken = "credential until renewed"
    /// The same, and the provider token stays as it is.
    case tokenUpdates = "credential, paused"
    /// Every push of the credential to this topic. One device token of a wrong kind is refused in the same words, so it
    /// takes several in a row.
    case topic
    /// Every push to this device.
    case device
    /// Every push of the credential to this environment, calls excepted, when Apple fails many in a row.
    case apple

    /// How it opens and how patient its probes are; `pause` milliseconds (5000) to the first probe of a credential.
    /// - Parameter isForCalls: whether what it holds back lives for seconds only: a probe must come before that is over.
    func pace(_ pause: Int64, isForCalls: Bool) -> CircuitBreaker.Pace {
        switch self {
        case .tokenUpdates where isForCalls:
            CircuitBreaker.Pace(opening: pause / 5, first: pause / 5, longest: 2 * pause)
        case .none, .credential: CircuitBreaker.Pace(first: pause, longest: 60 * pause)
        // The push that met it is sent once more at once, on a new connection.
        case .providerToken: CircuitBreaker.Pace(opening: 0, first: pause, longest: 60 * pause)
        case .tokenUpdates: CircuitBreaker.Pace(first: 12 * pause, longest: 240 * pause)
        case .topic: CircuitBreaker.Pace(threshold: 5, first: pause, longest: 60 * pause)
        case .device: CircuitBreaker.Pace(first: pause / 5, longest: 120 * pause)
        case .apple: CircuitBreaker.Pace(threshold: 20, first: pause, longest: 12 * pause)
        }
    }
}

extension ApnsVerdict {
    /// What is held back after this.
    package var breaker: BreakerRule {
        switch credential {
        case .stop: .credential
        case .renewToken: .providerToken
        case .pause: .tokenUpdates
        case .stopTopic: .topic
        case .keep, .newConnection, .stopEnvironment:
            switch scope {
            case .deviceRate: .device
            case .apple: .apple
            default: .none
            }
        }
    }

    /// Whether the answer shows that Apple takes the credential (if only for another environment or topic).
    var provesCredential: Bool {
        switch scope {
        case .environment: credential != .stopEnvironment
        case .none, .token, .payload, .topic, .deviceRate: true
        case .credential, .apple, .network, .clock: false
        }
    }

    /// Whether the answer shows that the credential may push to the topic.
    var provesTopic: Bool { status == .delivered || token == .dead }
}
