package import PushCore
package import ServiceRuntime

/// A credential in the clear: what a sealed box holds.
package struct CredentialContent: Sendable {
    /// What proves to Apple who sends.
    package enum Proof: Sendable {
        /// A signing key (.p8) with its ids.
        case token(keyID: String, teamID: String, p8: Secret<[UInt8]>)
        /// A certificate with its private key, as PEM or .p12.
        case certificate(Secret<[UInt8]>, isPEM: Bool, passphrase: Secret<[UInt8]>?)
    }

    package let app: String
    package let channel: PushChannel
    package let bundleID: String
    package let proof: Proof

    package init(app: String, channel: PushChannel, bundleID: String, proof: Proof) {
        self.app = app
        self.channel = channel
        self.bundleID = bundleID
        self.proof = proof
    }

    /// The column `kind`.
    package var kind: StoredCredential.Kind {
        switch proof {
        case .token: .token
        case .certificate: .certificate
        }
    }

    /// The column `key_id`; nil for a certificate.
    package var keyID: String? {
        if case .token(let keyID, _, _) = proof { keyID } else { nil }
    }

    /// The column `team_id`; nil for a certificate.
    package var teamID: String? {
        if case .token(_, let teamID, _) = proof { teamID } else { nil }
    }
}
