package import ServiceRuntime

/// A client certificate with its private key, as APNs accepts it instead of provider tokens.
package struct Certificate: Sendable {
    /// One of Apple's two push services.
    package enum Environment: String, Sendable, CaseIterable {
        case production, sandbox
    }

    /// The topics it may send to: from Apple's extensions, else from the subject.
    package let topics: [String]
    /// Whether Apple's extensions list them: then Apple takes no other.
    package let listsTopics: Bool
    /// The environments it works in; empty when nothing says.
    package let environments: [Environment]
    /// From when on it is valid, in UNIX seconds.
    package let notBefore: Int64
    /// Until when it is valid, in UNIX seconds.
    package let notAfter: Int64
    /// The subject as text, `CN=…`.
    package let subject: String
    /// SHA-256 of the certificate, 64 hex digits.
    package let fingerprint: String
    /// Whether a private key came with it.
    package let hasPrivateKey: Bool
    /// Whether that key is the certificate's own.
    package let keyMatches: Bool
    /// The certificate, those that came with it, and the unencrypted key: PEM for the transport to present.
    package let pem: Secret<[UInt8]>
    /// What is odd without making it unusable.
    package let warnings: [CertificateWarning]

    /// Reads a PEM text with certificate and key in any order and wrapping, or a .p12, binary or in Base64.
    ///
    /// Throws when it cannot be read; whether it can be used is `check`'s affair, so that a bad certificate still
    /// tells its topics and dates. Of several certificates it is the one that the key belongs to.
    package init(_ contents: Secret<[UInt8]>, passphrase: Secret<[UInt8]>? = nil) throws(CertificateError) {
        try self.init(contents, passphrase: passphrase, withLegacyAlgorithms: true)
    }

    /// The same as on a machine whose OpenSSL may lack the algorithms of old .p12 files.
    package init(_ contents: Secret<[UInt8]>, passphrase: Secret<[UInt8]>?, withLegacyAlgorithms: Bool)
        throws(CertificateError)
    {
        let context = try OpenSSLContext(withLegacyAlgorithms: withLegacyAlgorithms)
        var words = passphrase.map { $0.reveal() + [0] }
        defer { words?.wipe() }
        let found = try CertificateContents(contents.reveal(), passphrase: words, in: context)
        let index = found.certificates.firstIndex { found.key?.matches($0) ?? false }
        let certificate = found.certificates[index ?? 0]
        guard let notBefore = certificate.notBefore, let notAfter = certificate.notAfter else { throw .notACertificate }
        let marks = AppleMarks(certificate)
        topics = marks.topics
        listsTopics = marks.listsTopics
        environments = marks.environments
        self.notBefore = notBefore
        self.notAfter = notAfter
        subject = certificate.subject
        let der = certificate.der
        fingerprint = HexText.encode(SHA256.hash(der))
        hasPrivateKey = found.key != nil
        keyMatches = index != nil
        var text = PEMBlock.encode(label: "CERTIFICATE", der: der)
        for other in found.certificates where other !== certificate {
            text += PEMBlock.encode(label: "CERTIFICATE", der: other.der)
        }
        if let key = found.key {
            guard var keyText = key.pem else { throw .damagedKey }
            defer { keyText.wipe() }
            text += keyText
        }
        pem = Secret(text)
        var warnings: [CertificateWarning] = []
        if !marks.isForPush { warnings.append(.notForApplePush(subject: subject)) }
        if marks.topics.isEmpty { warnings.append(.noTopics) }
        self.warnings = warnings
    }

    /// Throws what makes it unusable at `now` (UNIX seconds): `missingKey`, `keyMismatch`, `notYetValid`, `expired`.
    package func check(at now: Int64) throws(CertificateError) {
        guard hasPrivateKey else { throw .missingKey }
        guard keyMatches else { throw .keyMismatch }
        guard now >= notBefore else { throw .notYetValid(notBefore: notBefore) }
        guard now <= notAfter else { throw .expired(notAfter: notAfter) }
    }
}
