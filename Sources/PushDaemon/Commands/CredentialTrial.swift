import ApplePush
import Cryptography
import HTTP2Client
import JSONText
import PushCore
import PushStore
import ServiceRuntime

/// Tries stored credentials at Apple, with a push to a device token that cannot exist.
struct CredentialTrial {
    let configuration: Configuration
    let store: MySQLCredentialStore
    let keys: [BoxSecretKey]

    /// What Apple said of one credential in the environments that its app may use.
    struct Outcome {
        let stored: StoredCredential
        let results: [ProbeResult]

        /// What it comes to: good when Apple takes it somewhere and refuses it nowhere.
        var status: Finding.Status {
            if results.contains(where: { $0.finding == .refused }) { return .failed(.credentials) }
            if results.contains(where: { $0.finding == .good }) { return .ok }
            return .failed(results.contains { $0.finding == .unknown } ? .failed : .credentials)
        }

        /// For machines.
        var rows: [JSONObject] {
            results.map { result in
                JSONObject([
                    ("app", .string(stored.app)), ("channel", .string(stored.channel.rawValue)),
                    ("environment", .string(result.environment.rawValue)),
                    ("finding", .string(result.finding.rawValue)), ("reason", .string(result.reason)),
                    ("http_status", JSONValue(result.httpStatus)), ("explanation", .string(result.explanation)),
                    ("clock_lead_seconds", JSONValue(result.clockLead)),
                ])
            }
        }

        /// One line for each environment.
        var lines: [String] {
            results.map { "\($0.environment.rawValue): \($0.finding.rawValue), \($0.reason): \($0.explanation)" }
        }
    }

    /// Asks Apple; Apple sees one request for each environment.
    /// - Throws: what keeps the credential from being used at all, such as `CredentialBoxError`.
    func run(_ stored: StoredCredential) async throws -> Outcome {
        let credentials = try IosCredentials(opening: stored, with: keys)
        let apns = configuration.app(stored.app).apns
        var settings = ApnsSettings(
            production: try HTTPEndpoint(url: apns.productionURL), sandbox: try HTTPEndpoint(url: apns.sandboxURL))
        settings.caFile = apns.caFile
        settings.proxy = apns.proxy?.reveal()
        let provider = try await provider(of: credentials, stored)
        var results: [ProbeResult] = []
        for environment in apns.environment.allowed {
            results.append(
                await CredentialProbe.verify(
                    credentials, settings: settings, environment: environment, tokenProvider: provider))
        }
        return Outcome(stored: stored, results: results)
    }

    // The token that the daemons use: another one would count as a change of tokens at Apple.
    private func provider(
        of credentials: IosCredentials, _ stored: StoredCredential
    ) async throws -> ApnsTokenProvider? {
        guard let provider = credentials.tokenProvider else { return nil }
        let agreed = try await store.agreedIssuedAt(app: stored.app, channel: stored.channel, maximumAge: 50 * 60)
        if let agreed { try provider.update(issuedAt: agreed, age: try await store.clock().seconds - agreed) }
        return provider
    }
}
