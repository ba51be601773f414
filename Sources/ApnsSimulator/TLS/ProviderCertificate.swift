import COpenSSL

/// A provider certificate and its key as Apple would issue them, but signed by the simulator's authority.
package struct ProviderCertificate: Sendable {
    /// Certificate and key (PKCS#8, no passphrase) in one PEM text.
    package let pem: String
    /// Both as PKCS#12.
    package let p12: [UInt8]
    /// The passphrase of `p12`.
    package let passphrase: String

    /// What to issue.
    package struct Contents: Sendable {
        /// The app.
        package var bundleID: String
        /// Topics and kinds of Apple's extension; nil = the bundle id, and its VoIP and complication topics.
        package var topics: [(topic: String, kind: String)]?
        /// Where it may be used; both is Apple's "Sandbox & Production".
        package var environments: Set<SimulatedEnvironment> = [.production, .sandbox]
        /// From when until when it is valid, days from now; negative days lie in the past.
        package var daysFromNow: ClosedRange<Int> = -1...365
        /// The passphrase of the PKCS#12 form.
        package var passphrase = ""

        package init(bundleID: String) { self.bundleID = bundleID }
    }

    /// Issues one by the authority in a simulator's TLS directory, which is made when missing.
    /// - Throws: `SimulatorError` when the directory or OpenSSL fails.
    package init(_ contents: Contents, tlsDirectory: String) throws(SimulatorError) {
        let authority = try CertificateAuthority(directory: tlsDirectory)
        let bundle = contents.bundleID
        let topics =
            contents.topics ?? [
                (bundle, "app"), ("\(bundle).voip", "voip"), ("\(bundle).complication", "complication"),
            ]
        let list = topics.flatMap { [DER.utf8String($0.topic), DER.sequence([DER.utf8String($0.kind)])] }
        var raw: [(oid: String, der: [UInt8])] = []
        for environment in contents.environments {
            // The marks' value is NULL; that they are there is what counts.
            if let oid = ClientCertificate.environmentExtensions[environment] { raw.append((oid, [0x05, 0x00])) }
        }
        if !list.isEmpty { raw.append((ClientCertificate.topicExtensions[0], DER.sequence(list))) }
        let key = try PrivateKey()
        let certificate = try Certificate(
            Certificate.Contents(
                subject: [("UID", bundle), ("CN", "Apple Push Services: \(bundle)"), ("OU", "TESTTEAM01")],
                daysFromNow: contents.daysFromNow,
                extensions: [(NID_basic_constraints, "critical,CA:FALSE"), (NID_ext_key_usage, "clientAuth")],
                rawExtensions: raw),
            key: key, issuer: (authority.certificate, authority.key))
        pem = try certificate.pem() + key.pem()
        p12 = try certificate.pkcs12(key: key, name: "Apple Push Services: \(bundle)", passphrase: contents.passphrase)
        passphrase = contents.passphrase
    }
}
