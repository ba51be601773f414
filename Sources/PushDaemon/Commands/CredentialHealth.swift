import Cryptography
import PushStore
import ServiceRuntime

/// Whether an opened credential can be used, and for how long.
struct CredentialHealth {
    /// What it is, or what is odd.
    let text: String
    /// Whether nothing about it needs attention.
    let isSound: Bool

    /// A certificate that ends within so many days needs attention.
    private static let soon: Int64 = 30

    /// Reads key or certificate at `now` (UNIX seconds).
    /// - Throws: `SigningKeyError`, `ProviderTokenError` or `CertificateError`.
    init(_ content: CredentialContent, now: Int64) throws {
        switch content.proof {
        case .token(let keyID, let teamID, let p8):
            _ = try ProviderToken.make(key: try SigningKey(pem: p8), keyID: keyID, teamID: teamID, issuedAt: now)
            text = "signing key \(keyID), bundle id \(content.bundleID)"
            isSound = true
        case .certificate(let file, _, let passphrase):
            let certificate = try Certificate(file, passphrase: passphrase)
            try certificate.check(at: now)
            let days = (certificate.notAfter - now) / 86_400
            text = "certificate for \(certificate.topics.joined(separator: ", ")), ends in \(days) days"
            isSound = days >= Self.soon && certificate.warnings.isEmpty
        }
    }
}
