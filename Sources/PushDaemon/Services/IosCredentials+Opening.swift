import ApplePush
import Cryptography
import PushCore
import PushStore
import ServiceRuntime

extension IosCredentials {
    /// Opens a stored credential and checks that it can be used now.
    /// - Parameter keys: the daemon's secret keys, the current one first.
    /// - Throws: `CredentialBoxError`, `SealedBoxError`, `SigningKeyError` or `CertificateError`.
    init(opening stored: StoredCredential, with keys: [BoxSecretKey]) throws {
        try self.init(CredentialBox.open(stored, with: keys), of: stored)
    }

    /// Takes what was sealed in `stored` and checks that it can be used now.
    /// - Throws: `SigningKeyError` or `CertificateError`.
    init(_ content: CredentialContent, of stored: StoredCredential) throws {
        switch content.proof {
        case .token(let keyID, let teamID, let p8):
            self.init(
                app: stored.app, channel: stored.channel, bundleID: content.bundleID,
                kind: .token(try SigningKey(pem: p8), keyID: keyID, teamID: teamID))
        case .certificate(let file, _, let passphrase):
            let certificate = try Certificate(file, passphrase: passphrase)
            try certificate.check(at: WallClock.seconds)
            self.init(
                app: stored.app, channel: stored.channel, bundleID: content.bundleID, topics: certificate.topics,
                kind: .certificate(certificate))
        }
    }

    /// What signs its provider tokens, without one yet; nil for a certificate.
    var tokenProvider: ApnsTokenProvider? {
        guard case .token(let key, let keyID, let teamID) = kind else { return nil }
        return ApnsTokenProvider(key: key, keyID: keyID, teamID: teamID)
    }
}
