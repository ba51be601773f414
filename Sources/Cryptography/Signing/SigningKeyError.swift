/// Why a text is not a key that can sign provider tokens; each says what to do.
package enum SigningKeyError: Error, Equatable, CustomStringConvertible {
    /// Nothing but blanks.
    case empty
    /// Not a key in any form.
    case notAKey
    /// A key whose text was cut off or changed.
    case damaged
    /// An EC key on another curve, named.
    case otherCurve(String)
    /// A private key of another kind, named.
    case otherAlgorithm(String)
    /// The public half of a key.
    case publicKey
    /// A certificate, or a request for one.
    case certificate
    /// A key behind a passphrase.
    case encrypted
    /// A .p12 file.
    case keyStore
    /// The cryptographic library refused; its own words.
    case library(String)

    package var description: String {
        switch self {
        case .empty: "the signing key is empty. \(Self.advice)"
        case .notAKey: "this text is not a signing key. \(Self.advice)"
        case .damaged: "the signing key is incomplete or changed, probably when it was copied. \(Self.advice)"
        case .otherCurve(let name): "the signing key is on curve \(name), APNs needs P-256. \(Self.advice)"
        case .otherAlgorithm(let name): "this is \(name) private key, APNs needs an EC key on P-256. \(Self.advice)"
        case .publicKey: "this is a public key, which cannot sign. \(Self.advice)"
        case .certificate:
            "this is a certificate, not a signing key: store it as a certificate credential, or "
                + "use a token. \(Self.advice)"
        case .encrypted:
            "the signing key is encrypted; Apple's are not. Decrypt it with "
                + "`openssl pkcs8 -in KEY -out AuthKey.p8`, or give the original. \(Self.advice)"
        case .keyStore:
            "this is a .p12 file, not a signing key: store it as a certificate credential. \(Self.advice)"
        case .library(let text): "the signing key cannot be used: \(text)"
        }
    }

    private static let advice =
        "Give the whole AuthKey_XXXXXXXXXX.p8 file from developer.apple.com (Certificates, Identifiers & Profiles, Keys)."
}
