package import ServiceRuntime

/// The client certificate and key a connection presents; two with the same fingerprint count as the same.
package struct ClientIdentity: Sendable, Hashable {
    /// Certificate and key as they are kept, in memory only.
    package enum Contents: Sendable {
        /// The certificate, its chain and its key, one PEM block after another.
        case pem(Secret<[UInt8]>, passphrase: Secret<String>?)
        /// A PKCS#12 file. RC2 and 3DES ones (Apple's Keychain) must have been converted: OpenSSL 3 refuses them.
        case p12(Secret<[UInt8]>, passphrase: Secret<String>?)
    }

    package let contents: Contents
    /// What tells this identity from others, such as the certificate's SHA-256 in hex.
    package let fingerprint: String

    package init(_ contents: Contents, fingerprint: String) {
        self.contents = contents
        self.fingerprint = fingerprint
    }

    package static func == (left: ClientIdentity, right: ClientIdentity) -> Bool {
        left.fingerprint == right.fingerprint
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
