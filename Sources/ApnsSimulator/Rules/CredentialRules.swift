/// Who may push: provider tokens and client certificates, judged as Apple's pages and its users' reports have it.
enum CredentialRules {
    /// The longest life of a provider token and the largest difference of clocks, seconds.
    static let maximumAge: Int64 = 3600

    /// Judges the credential of a request before anything else of it; nil when it is good.
    static func problem(
        token: ProviderToken?, authority: inout ConnectionAuthority, environment: SimulatedEnvironment, now: Int64,
        state: inout SimulatorState
    ) -> Verdict? {
        let problem =
            if let certificate = authority.certificate {
                certificateProblem(certificate, environment: environment, now: now, settings: state.settings)
            } else {
                tokenProblem(token, authority: &authority, environment: environment, now: now, state: &state)
            }
        if problem == nil { authority.isProven = true }
        return problem
    }

    private static func certificateProblem(
        _ certificate: ClientCertificate, environment: SimulatedEnvironment, now: Int64, settings: SimulatorSettings
    ) -> Verdict? {
        guard certificate.validity.contains(now), !certificate.topics.isEmpty,
            certificate.isOurs || settings.unknownCertificates == .accept
        else { return .rejected(403, "BadCertificate") }
        guard certificate.environments.contains(environment) else {
            return .rejected(403, "BadCertificateEnvironment")
        }
        return nil
    }

    private static func tokenProblem(
        _ token: ProviderToken?, authority: inout ConnectionAuthority, environment: SimulatedEnvironment, now: Int64,
        state: inout SimulatorState
    ) -> Verdict? {
        guard let token else { return .rejected(403, "MissingProviderToken") }
        guard let claims = token.claims else { return .rejected(403, "InvalidProviderToken") }
        if let known = state.keys[claims.keyID] {
            guard known.key.teamID == claims.teamID, token.isSigned(by: known.verification, revision: state.keyRevision)
            else { return .rejected(403, "InvalidProviderToken") }
            guard known.key.environments.contains(environment) else {
                return .rejected(403, "BadEnvironmentKeyIdInToken")
            }
        } else if state.settings.unknownKeys == .reject {
            return .rejected(403, "InvalidProviderToken")
        }
        guard abs(now - claims.issuedAt) <= maximumAge else {
            authority.isTainted = true
            return .rejected(403, "ExpiredProviderToken")
        }
        if authority.isTainted { return .rejected(500, "InternalServerError") }
        if token === authority.token { return nil }
        if let teamID = authority.teamID, teamID != claims.teamID { return .rejected(403, "Forbidden") }
        if let keyID = authority.keyID, keyID != claims.keyID, !areRelated(keyID, claims.keyID, state) {
            return .rejected(403, "UnrelatedKeyIdInToken")
        }
        return change(to: token, claims, &authority, now: now, &state)
    }

    private static func areRelated(_ first: String, _ second: String, _ state: SimulatorState) -> Bool {
        state.keys[first]?.key.relatedKeyID == second || state.keys[second]?.key.relatedKeyID == first
    }

    /// A token may change once in twenty minutes: on a connection, and for a key over all connections.
    private static func change(
        to token: ProviderToken, _ claims: ProviderToken.Claims, _ authority: inout ConnectionAuthority, now: Int64,
        _ state: inout SimulatorState
    ) -> Verdict? {
        let interval = state.settings.tokenUpdateInterval
        let sameKey = authority.keyID == claims.keyID
        if authority.token != nil, sameKey, let changedAt = authority.changedAt, now - changedAt < interval {
            return .rejected(429, "TooManyProviderTokenUpdates")
        }
        if !token.wasAccepted {
            if var use = state.keyUses[claims.keyID] {
                if let changedAt = use.changedAt, now - changedAt < interval {
                    return .rejected(429, "TooManyProviderTokenUpdates")
                }
                use.changedAt = now
                state.keyUses[claims.keyID] = use
            } else {
                state.keyUses[claims.keyID] = SimulatorState.KeyUse()
            }
            token.wasAccepted = true
        }
        if authority.token != nil, sameKey { authority.changedAt = now }
        authority.keyID = authority.keyID ?? claims.keyID
        authority.teamID = authority.teamID ?? claims.teamID
        authority.token = token
        return nil
    }
}
