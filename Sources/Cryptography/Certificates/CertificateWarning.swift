/// What is odd about a certificate without making it unusable.
package enum CertificateWarning: Sendable, Equatable, CustomStringConvertible {
    /// Nothing marks it as one of Apple's push certificates.
    case notForApplePush(subject: String)
    /// It names no topic.
    case noTopics

    package var description: String {
        switch self {
        case .notForApplePush(let subject):
            "the certificate (\(subject)) is not marked as an Apple push certificate: APNs will probably refuse it"
        case .noTopics: "the certificate names no topic: give the bundle id with the credential"
        }
    }
}
