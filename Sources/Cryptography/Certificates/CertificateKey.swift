import COpenSSL

/// The private key that came with a certificate, of any algorithm, as OpenSSL holds it: wiped when given back.
@safe final class CertificateKey {
    private let context: OpenSSLContext
    private let pointer: OpaquePointer

    /// Takes over a key that OpenSSL made within `context`.
    init(owning pointer: OpaquePointer, in context: OpenSSLContext) {
        unsafe self.pointer = unsafe pointer
        self.context = context
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// Whether `certificate` holds this key's public half.
    func matches(_ certificate: X509Certificate) -> Bool {
        unsafe copenssl_certificate_has_key(certificate.pointer, pointer) == 1
    }

    /// The key as unencrypted PKCS#8 PEM; the caller wipes it.
    var pem: [UInt8]? {
        unsafe OpenSSLText.written { unsafe PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil) == 1 }
    }
}
