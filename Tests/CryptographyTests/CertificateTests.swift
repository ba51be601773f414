import Cryptography
import ServiceRuntime
import Testing

@Suite struct CertificateTests {
    private let maker: CertificateMaker

    init() throws { maker = try CertificateMaker() }

    private static func secret(_ text: String) -> Secret<[UInt8]> { Secret(Array(text.utf8)) }

    /// Makes a certificate and exports it with its key as out.p12, passphrase `secret`.
    private func makeP12(_ options: String) throws {
        try maker.make("push", algorithm: "RSA")
        try maker.run(
            "openssl pkcs12 -export \(options) -inkey push.key -in push.crt -passout pass:secret -out out.p12")
    }

    @Test func aPushCertificateTellsItsTopicsEnvironmentsAndDates() throws {
        try maker.make("push")
        let certificate = try Certificate(maker.file("push.pem"))
        #expect(certificate.topics == ["com.example.app", "com.example.app.voip", "com.example.app.complication"])
        #expect(certificate.environments == [.production, .sandbox])
        #expect(certificate.subject == "UID=com.example.app, CN=Apple Push Services: com.example.app")
        #expect(certificate.warnings == [])
        #expect(certificate.hasPrivateKey && certificate.keyMatches)
        let end = try maker.run("date +%s -d \"$(openssl x509 -in push.crt -noout -enddate | cut -d= -f2)\"")
        #expect("\(certificate.notAfter)\n" == end)
        #expect(certificate.notAfter - certificate.notBefore == 30 * 86400)
        let digest = try maker.run("openssl x509 -in push.crt -noout -fingerprint -sha256 | cut -d= -f2 | tr -d ':\\n'")
        #expect(certificate.fingerprint == digest.lowercased())
    }

    @Test func itIsGoodBetweenItsDatesAndNotOutsideThem() throws {
        try maker.make("push")
        let certificate = try Certificate(maker.file("push.pem"))
        try certificate.check(at: certificate.notBefore)
        try certificate.check(at: certificate.notAfter)
        #expect(throws: CertificateError.expired(notAfter: certificate.notAfter)) {
            try certificate.check(at: certificate.notAfter + 1)
        }
        #expect(throws: CertificateError.notYetValid(notBefore: certificate.notBefore)) {
            try certificate.check(at: certificate.notBefore - 1)
        }
    }

    @Test(arguments: ["EC -pkeyopt ec_paramgen_curve:P-256", "RSA"])
    func whatTheTransportGetsIsReadByOpenSSLAndByUsAgain(_ algorithm: String) throws {
        try maker.make("push", algorithm: algorithm)
        let certificate = try Certificate(maker.file("push.pem"))
        try File.write(
            String(decoding: certificate.pem.reveal(), as: UTF8.self), to: "\(maker.directory.path)/again.pem")
        let original = try maker.run("openssl pkey -in push.key")
        #expect(try maker.run("openssl pkey -in again.pem") == original)
        #expect(try maker.run("openssl x509 -in again.pem") == maker.run("openssl x509 -in push.crt"))
        #expect(try Certificate(certificate.pem).pem.reveal() == certificate.pem.reveal())
    }

    @Test func printingACertificateShowsNothingOfItsKey() throws {
        try maker.make("push")
        let certificate = try Certificate(maker.file("push.pem"))
        var text = ""
        dump(certificate, to: &text)
        #expect(!text.contains("PRIVATE"))
        #expect(!"\(certificate)".contains("PRIVATE"))
    }

    @Test func pemIsReadInAnyOrderAndWrapping() throws {
        try maker.make("push")
        try maker.make("other")
        let expected = try Certificate(maker.file("push.pem")).fingerprint
        let crt = String(decoding: try maker.file("push.crt").reveal(), as: UTF8.self)
        let key = String(decoding: try maker.file("push.key").reveal(), as: UTF8.self)
        let other = String(decoding: try maker.file("other.crt").reveal(), as: UTF8.self)
        let wrappings = [
            key + crt, other + key + crt, crt + other + key,
            (crt + key).replacing("\n", with: "\r\n"),
            (crt + key).replacing("\n", with: #"\n"#),
            "\u{feff}" + crt + key,
            "Bag Attributes\n    friendlyName: Apple Push\n" + crt + "Key Attributes: <No Attributes>\n" + key,
        ]
        for text in wrappings {
            let certificate = try Certificate(Self.secret(text))
            #expect(certificate.fingerprint == expected, "\(text)")
            #expect(certificate.keyMatches)
        }
        #expect(
            try Certificate(Self.secret(other + key + crt)).pem.reveal()
                == Certificate(Self.secret(crt + other + key)).pem.reveal())
    }

    @Test(arguments: ["-aes256", "-des3"])
    func anEncryptedKeyNeedsItsPassphrase(_ cipher: String) throws {
        try maker.make("push")
        let encryptions = [
            "openssl pkey -in push.key \(cipher) -passout pass:secret",
            "openssl ec -in push.key \(cipher) -passout pass:secret",
        ]
        for command in encryptions {
            try maker.run("\(command) > locked.key && cat push.crt locked.key > locked.pem")
            let text = try maker.file("locked.pem")
            #expect(try Certificate(text, passphrase: Self.secret("secret")).keyMatches)
            #expect(throws: CertificateError.passphraseNeeded) { try Certificate(text) }
            #expect(throws: CertificateError.wrongPassphrase) {
                try Certificate(text, passphrase: Self.secret("wrong"))
            }
        }
    }

    @Test func aPassphraseThatIsNotNeededDoesNoHarm() throws {
        try maker.make("push")
        #expect(try Certificate(maker.file("push.pem"), passphrase: Self.secret("secret")).keyMatches)
    }

    /// The second is what Keychain Access writes.
    @Test(arguments: ["", "-legacy", "-keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1"])
    func aP12IsReadWithItsPassphrase(_ options: String) throws {
        try makeP12(options)
        let contents = try maker.file("out.p12")
        let certificate = try Certificate(contents, passphrase: Self.secret("secret"))
        #expect(certificate.topics.first == "com.example.app")
        #expect(certificate.keyMatches)
        #expect(try certificate.pem.reveal() == Certificate(maker.file("push.pem")).pem.reveal())
        let encoded = Self.secret(Base64.encode(contents.reveal()))
        #expect(try Certificate(encoded, passphrase: Self.secret("secret")).fingerprint == certificate.fingerprint)
        #expect(throws: CertificateError.wrongPassphrase) {
            try Certificate(contents, passphrase: Self.secret("Secret"))
        }
        #expect(throws: CertificateError.passphraseNeeded) { try Certificate(contents) }
        #expect(throws: CertificateError.passphraseNeeded) { try Certificate(contents, passphrase: Self.secret("")) }
    }

    @Test func anOldP12WithoutTheLegacyProviderNamesTheCommandThatConverts() throws {
        try makeP12("-legacy")
        let contents = try maker.file("out.p12")
        let error = #expect(throws: CertificateError.self) {
            try Certificate(contents, passphrase: Self.secret("secret"), withLegacyAlgorithms: false)
        }
        #expect(error == .legacyEncryption)
        #expect(error.map { "\($0)" }?.contains("openssl pkcs12 -legacy") == true)
    }

    @Test func aP12WithAnEmptyPassphraseIsReadWithoutOne() throws {
        try maker.make("push")
        try maker.run("openssl pkcs12 -export -inkey push.key -in push.crt -passout pass: -out out.p12")
        #expect(try Certificate(maker.file("out.p12")).keyMatches)
        #expect(try Certificate(maker.file("out.p12"), passphrase: Self.secret("")).keyMatches)
    }

    @Test func aP12OfACertificateAloneLacksItsKey() throws {
        try maker.make("push")
        try maker.run("openssl pkcs12 -export -nokeys -in push.crt -passout pass:secret -out out.p12")
        let certificate = try Certificate(maker.file("out.p12"), passphrase: Self.secret("secret"))
        #expect(!certificate.hasPrivateKey)
        #expect(throws: CertificateError.missingKey) { try certificate.check(at: certificate.notBefore) }
    }

    @Test func aCertificateAloneStillTellsItsTopics() throws {
        try maker.make("push")
        try maker.run("openssl x509 -in push.crt -outform DER -out push.cer")
        for name in ["push.crt", "push.cer"] {
            let certificate = try Certificate(maker.file(name))
            #expect(certificate.topics.count == 3)
            #expect(throws: CertificateError.missingKey) { try certificate.check(at: certificate.notBefore) }
        }
    }

    @Test func aKeyOfAnotherCertificateIsRefused() throws {
        try maker.make("push")
        try maker.make("other")
        try maker.run("cat push.crt other.key > mixed.pem")
        let certificate = try Certificate(maker.file("mixed.pem"))
        #expect(certificate.hasPrivateKey && !certificate.keyMatches)
        #expect(throws: CertificateError.keyMismatch) { try certificate.check(at: certificate.notBefore) }
    }

    @Test func aKeyAloneLacksItsCertificate() throws {
        try maker.make("push")
        let key = try maker.file("push.key")
        #expect(throws: CertificateError.missingCertificate) { try Certificate(key) }
    }

    @Test func whatIsNoCertificateIsRefused() throws {
        try makeP12("")
        let p12 = try maker.file("out.p12").reveal()
        let cut = Secret(Array(p12.prefix(p12.count / 2)))
        #expect(throws: CertificateError.notACertificate) { try Certificate(cut, passphrase: Self.secret("secret")) }
        #expect(throws: CertificateError.empty) { try Certificate(Self.secret(" \n")) }
        #expect(throws: CertificateError.notACertificate) { try Certificate(Self.secret("rubbish")) }
        let hollow = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        #expect(throws: CertificateError.notACertificate) { try Certificate(Self.secret(hollow)) }
        let crt = String(decoding: try maker.file("push.crt").reveal(), as: UTF8.self)
        #expect(throws: CertificateError.damagedKey) {
            try Certificate(Self.secret(crt + hollow.replacing("CERTIFICATE", with: "PRIVATE KEY")))
        }
    }

    @Test func aChangedByteOfAP12IsNoticed() throws {
        try makeP12("")
        var bytes = try maker.file("out.p12").reveal()
        bytes[bytes.count / 2] ^= 1
        let changed = Secret(bytes)
        #expect(throws: CertificateError.self) { try Certificate(changed, passphrase: Self.secret("secret")) }
    }

    @Test(arguments: [
        ("Apple Push Services: com.example.app", "", [Certificate.Environment.production, .sandbox]),
        ("Apple Production IOS Push Services: com.example.app", "", [.production]),
        ("Apple Development IOS Push Services: com.example.app", "", [.sandbox]),
        ("VoIP Services: com.example.app", "", [.production, .sandbox]),
        ("Apple Push Services: com.example.app", "1.2.840.113635.100.6.3.1=ASN1:NULL", [.sandbox]),
        ("Apple Push Services: com.example.app", "1.2.840.113635.100.6.3.2=ASN1:NULL", [.production]),
    ])
    func nameAndMarkersTellTheEnvironments(name: String, marker: String, found: [Certificate.Environment]) throws {
        try maker.make("push", subject: "CN=\(name)", extensions: marker)
        let certificate = try Certificate(maker.file("push.pem"))
        #expect(certificate.environments == found)
        #expect(certificate.topics == ["com.example.app"])
        #expect(certificate.warnings == [])
    }

    @Test func theUserIDIsTheTopicWhereNoExtensionNamesOne() throws {
        try maker.make("push", subject: "UID=com.example.app\nCN=Apple Push Services: Example", extensions: "")
        let certificate = try Certificate(maker.file("push.pem"))
        #expect(certificate.topics == ["com.example.app"])
        #expect(!certificate.listsTopics)
    }

    @Test func aTopicInTheCallsExtensionIsFoundToo() throws {
        try maker.make(
            "push", subject: "UID=com.example.app\nCN=VoIP Services: com.example.app",
            extensions: "1.2.840.113635.100.6.3.4=ASN1:UTF8:com.example.app.voip")
        let certificate = try Certificate(maker.file("push.pem"))
        #expect(certificate.topics == ["com.example.app.voip"])
        #expect(certificate.listsTopics)
    }

    @Test func aCertificateOfAnotherKindIsReadWithAWarning() throws {
        try maker.make("web", subject: "CN=Bücher.example", extensions: "")
        let certificate = try Certificate(maker.file("web.pem"))
        #expect(certificate.subject == "CN=Bücher.example")
        #expect(certificate.topics == [])
        #expect(certificate.environments == [])
        #expect(certificate.warnings == [.notForApplePush(subject: "CN=Bücher.example"), .noTopics])
        try certificate.check(at: certificate.notAfter)
    }

    @Test func aTopicThatWouldBreakAHeaderIsLeftOut() throws {
        let extensions = "1.2.840.113635.100.6.3.6=ASN1:SEQUENCE:topics\n[topics]\n0=UTF8:com.example app\n1=UTF8:com.b"
        try maker.make("push", extensions: extensions)
        #expect(try Certificate(maker.file("push.pem")).topics == ["com.b"])
    }
}
