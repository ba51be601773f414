package import PushCore

/// Which environment a token is looked for in, and what the answers add up to (contract, section 4).
package struct EnvironmentPolicy: Sendable, Hashable {
    /// What follows an answer that points elsewhere.
    package enum Step: Sendable, Hashable {
        /// Ask this environment too.
        case ask(PushEnvironment)
        /// Every environment where it may live itself said that it does not know the token.
        case dead
        /// One does not know the token, and another could not be asked.
        case unproven
        /// The credential is of no use in any environment where the app's tokens may live.
        case credentialRefused
        /// It is of no use where this message may go; elsewhere it was not asked.
        case refusedHere
    }

    private let allowed: EnvironmentSet
    // Where the token may live, whatever this message says: only all of them together can call it dead.
    private let habitat: EnvironmentSet
    /// The environments that do not know the token.
    private(set) var unknown: EnvironmentSet = []
    private var refused: EnvironmentSet = []
    /// The environment to ask now.
    package private(set) var current: PushEnvironment

    /// - Parameters:
    ///   - choice: where this message may go.
    ///   - configured: where the app's tokens may live.
    ///   - recorded: where the token's record says it lives.
    ///   - learned: where Apple once took a push for it; counts more than the record.
    ///   - preferred: where the credential says that it belongs; counts when nothing is known of the token.
    ///   - refusals: the environments that have refused the credential before. They are left out, unless all have.
    package init(
        choice: EnvironmentChoice, configured: EnvironmentChoice, recorded: PushEnvironment?, learned: PushEnvironment?,
        preferred: PushEnvironment? = nil, refusals: EnvironmentSet
    ) {
        allowed = EnvironmentSet(allowedBy: choice)
        habitat = allowed.union(EnvironmentSet(allowedBy: configured))
        let askable = allowed.subtracting(refusals)
        refused = askable.isEmpty ? [] : allowed.intersection(refusals)
        let candidates = askable.isEmpty ? allowed : askable
        let known = [learned, recorded, preferred].compactMap(\.self).first { candidates.contains(EnvironmentSet($0)) }
        current = known ?? candidates.first ?? .production
    }

    /// The environment asked last answered that it does not know the token.
    package mutating func tokenUnknown() -> Step {
        unknown.insert(EnvironmentSet(current))
        return next()
    }

    /// The environment asked last answered that the credential is not for it.
    package mutating func credentialRefused() -> Step {
        refused.insert(EnvironmentSet(current))
        return next()
    }

    private mutating func next() -> Step {
        if let other = allowed.subtracting(unknown).subtracting(refused).first {
            current = other
            return .ask(other)
        }
        if unknown == habitat { return .dead }
        guard unknown.isEmpty else { return .unproven }
        return refused.isSuperset(of: habitat) ? .credentialRefused : .refusedHere
    }
}
