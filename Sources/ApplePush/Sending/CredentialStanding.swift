package import PushCore
package import ServiceRuntime

/// What Apple's answers say just now of a credential and its sender, for logs, the credentials table and `status`.
package struct CredentialStanding: Sendable, Hashable {
    /// Something that is held back, and pushes answered `retry` without network.
    package struct Stop: Sendable, Hashable {
        /// What is held back.
        package enum Scope: Sendable, Hashable {
            case credential
            case topic(String)
            case apple(PushEnvironment)

            /// For people; sorts the credential first.
            package var name: String {
                switch self {
                case .credential: "all pushes"
                case .apple(let environment): "all pushes to \(environment.rawValue)"
                case .topic(let topic): "topic \(topic)"
                }
            }
        }

        package let scope: Scope
        /// Apple's word.
        package let reason: String
        package let since: MonotonicTime
    }

    /// The credential before its topics, these by name.
    package var stops: [Stop] = []
    /// Devices that are to be left alone for a while (TooManyRequests).
    package var pausedDevices = 0
    /// Environments that refuse the credential: while another is allowed, they are not asked.
    package var refusedEnvironments: [PushEnvironment] = []
    /// Seconds by which Apple's clock was ahead of ours in its last answer that was looked at; nil before the first.
    package var clockLead: Int64?

    package init() {}
}
