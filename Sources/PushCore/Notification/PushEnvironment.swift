/// One of Apple's two worlds. A device token lives in exactly one, and does not tell which.
package enum PushEnvironment: String, Sendable, Hashable, CaseIterable {
    case production
    case sandbox

    /// The other one.
    package var other: PushEnvironment { self == .production ? .sandbox : .production }
}

/// Where a push may go: one environment, or production first and the sandbox once when the token is not known there.
package enum EnvironmentChoice: String, Sendable, Hashable, CaseIterable {
    case auto
    case production
    case sandbox

    /// The environments that may be asked.
    package var allowed: [PushEnvironment] {
        switch self {
        case .auto: [.production, .sandbox]
        case .production: [.production]
        case .sandbox: [.sandbox]
        }
    }
}
