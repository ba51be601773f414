import COpenSSL

/// The certificates and the private key found in a PEM text or a .p12, before they are judged.
struct CertificateContents {
    private(set) var certificates: [X509Certificate] = []
    private(set) var key: CertificateKey?

    /// `passphrase` ends with a zero byte when there is one.
    init(_ bytes: [UInt8], passphrase: [UInt8]?, in context: OpenSSLContext) throws(CertificateError) {
        if bytes.allSatisfy({ $0 <= 32 }) { throw .empty }
        var blocks = PEMBlock.all(in: bytes)
        defer { for index in blocks.indices { blocks[index].der?.wipe() } }
        for block in blocks {
            if block.label?.contains("PRIVATE KEY") ?? false {
                try readKey(block, passphrase: passphrase, in: context)
            } else if let der = block.der, Self.isP12(der) {
                try readP12(der, passphrase: passphrase, in: context)
            } else if let der = block.der, let certificate = X509Certificate(der: der, in: context) {
                certificates.append(certificate)
            }
        }
        if certificates.isEmpty { throw key == nil ? .notACertificate : .missingCertificate }
    }

    private mutating func readKey(_ block: PEMBlock, passphrase: [UInt8]?, in context: OpenSSLContext)
        throws(CertificateError)
    {
        guard key == nil else { return }
        guard var pem = block.pem else { throw .damagedKey }
        defer { pem.wipe() }
        var pointer: OpaquePointer?
        let outcome = unsafe Self.withText(passphrase) {
            unsafe copenssl_private_key_read(context.library, pem, pem.count, $0, &pointer)
        }
        switch outcome {
        case copenssl_ok: break
        case copenssl_wrong_passphrase: throw Self.refusal(of: passphrase)
        case copenssl_unsupported: throw .legacyEncryption
        default: throw .damagedKey
        }
        key = unsafe pointer.map { unsafe CertificateKey(owning: $0, in: context) }
    }

    private mutating func readP12(_ der: [UInt8], passphrase: [UInt8]?, in context: OpenSSLContext)
        throws(CertificateError)
    {
        var pointer: OpaquePointer?
        var stack: OpaquePointer?
        let outcome = unsafe Self.withText(passphrase) {
            unsafe copenssl_p12_read(context.library, der, der.count, $0, &pointer, &stack)
        }
        switch outcome {
        case copenssl_ok: break
        case copenssl_wrong_passphrase: throw Self.refusal(of: passphrase)
        case copenssl_unsupported: throw .legacyEncryption
        default: throw .notACertificate
        }
        defer { unsafe copenssl_certificates_free(stack) }
        key = unsafe pointer.map { unsafe CertificateKey(owning: $0, in: context) }
        for index in 0..<max(0, unsafe copenssl_certificates_count(stack)) {
            guard let copy = unsafe copenssl_certificates_copy(stack, index) else { continue }
            certificates.append(unsafe X509Certificate(owning: copy, in: context))
        }
    }

    /// RFC 7292: PFX ::= SEQUENCE { version INTEGER (3), … }
    private static func isP12(_ der: [UInt8]) -> Bool {
        guard let outer = DERElement.list(in: der[...])?.first, let version = outer.children?.first else {
            return false
        }
        return version.tag == DERElement.integer && Array(version.content) == [3]
    }

    /// An empty passphrase is what forms send when nobody typed one.
    private static func refusal(of passphrase: [UInt8]?) -> CertificateError {
        passphrase == nil || passphrase == [0] ? .passphraseNeeded : .wrongPassphrase
    }

    private static func withText<Result>(_ text: [UInt8]?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let text else { return body(nil) }
        return unsafe text.withUnsafeBytes { unsafe body($0.bindMemory(to: CChar.self).baseAddress) }
    }
}
