/// A row of the credentials table: who may push what, and the sealed secret.
package struct StoredCredential: Sendable, Equatable {
    /// How the credential proves itself to Apple.
    package enum Kind: String, Sendable { case token, certificate }

    package var app: String
    package var channel: PushChannel
    package var kind: Kind
    package var keyID: String?
    package var teamID: String?
    package var bundleID: String
    package var topics: [String]
    /// When a certificate ends, UNIX seconds.
    package var notAfter: Int64?
    package var box: [UInt8]
    /// The first 16 hexadecimal digits of the SHA-256 of the public key it was sealed to.
    package var publicKeyID: String
    /// The `iat` that all processes agreed on, UNIX seconds.
    package var issuedAt: Int64?
    /// What is wrong with it, in words; nil when nothing is known to be.
    package var error: String?

    package init(
        app: String, channel: PushChannel, kind: Kind, keyID: String?, teamID: String?, bundleID: String,
        topics: [String] = [], notAfter: Int64? = nil, box: [UInt8], publicKeyID: String, issuedAt: Int64? = nil,
        error: String? = nil
    ) {
        self.app = app
        self.channel = channel
        self.kind = kind
        self.keyID = keyID
        self.teamID = teamID
        self.bundleID = bundleID
        self.topics = topics
        self.notAfter = notAfter
        self.box = box
        self.publicKeyID = publicKeyID
        self.issuedAt = issuedAt
        self.error = error
    }
}
