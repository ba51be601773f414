/// Why a certificate cannot be used; each says what to do.
package enum CertificateError: Error, Equatable, CustomStringConvertible {
    /// Nothing but blanks.
    case empty
    /// Neither PEM nor .p12, or damaged.
    case notACertificate
    /// A private key without a certificate.
    case missingCertificate
    /// A certificate without its private key.
    case missingKey
    /// The private key's text is damaged.
    case damagedKey
    /// The private key belongs to another certificate.
    case keyMismatch
    /// It is encrypted and no passphrase was given.
    case passphraseNeeded
    /// The passphrase given does not open it.
    case wrongPassphrase
    /// Encrypted by an algorithm that needs OpenSSL's legacy provider, which is not installed.
    case legacyEncryption
    /// No longer valid; UNIX seconds.
    case expired(notAfter: Int64)
    /// Not valid yet; UNIX seconds.
    case notYetValid(notBefore: Int64)
    /// OpenSSL has no memory left.
    case noMemory

    package var description: String {
        switch self {
        case .empty: "the certificate is empty: give the .p12 or .pem file with certificate and private key"
        case .notACertificate:
            "this is neither a .p12 nor a PEM text with a certificate, or it is damaged: export certificate and "
                + "private key together from Keychain Access as .p12"
        case .missingCertificate:
            "there is a private key but no certificate: give a .p12 or .pem file that holds both"
        case .missingKey:
            "the private key of the certificate is missing: in Keychain Access export the certificate together with "
                + "its key as .p12 (Apple's .cer alone is not enough)"
        case .damagedKey: "the private key beside the certificate is damaged: export both again"
        case .keyMismatch:
            "the private key belongs to another certificate: export both together from the keychain that made the "
                + "signing request"
        case .passphraseNeeded: "the certificate's private key is encrypted: give its passphrase"
        case .wrongPassphrase: "the passphrase does not open the certificate's private key"
        case .legacyEncryption:
            "the file is encrypted with an old algorithm (RC2 or similar), and OpenSSL's legacy provider is not "
                + "installed. Convert it where it is: openssl pkcs12 -legacy -in OLD.p12 -nodes -out PUSH.pem"
        case .expired(let notAfter):
            "the certificate expired at \(notAfter) (UNIX time; `date -d @\(notAfter)`): renew it at "
                + "developer.apple.com, or change to a token credential"
        case .notYetValid(let notBefore):
            "the certificate is not valid before \(notBefore) (UNIX time; `date -d @\(notBefore)`): "
                + "check this machine's clock"
        case .noMemory: "OpenSSL has no memory left"
        }
    }
}
