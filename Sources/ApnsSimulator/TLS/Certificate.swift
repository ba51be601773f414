import COpenSSL

/// A certificate of the simulator's own making.
@safe final class Certificate: @unchecked Sendable {
    // `@unchecked Sendable`: an X509 counts its references atomically and is not changed after it was made.
    let pointer: OpaquePointer

    /// What goes into a new certificate.
    struct Contents {
        /// Subject, in order: OpenSSL's short names (`CN`, `UID`, `O`) and values.
        var subject: [(field: String, value: String)]
        /// Days from now; negative = expired.
        var daysFromNow = -1...3650
        /// Extensions as in openssl.cnf.
        var extensions: [(nid: Int32, value: String)] = []
        /// Extensions by dotted object identifier, in DER.
        var rawExtensions: [(oid: String, der: [UInt8])] = []
    }

    /// Makes one for `key`, signed by `issuer` (nil: by itself).
    init(_ contents: Contents, key: PrivateKey, issuer: (certificate: Certificate, key: PrivateKey)?)
        throws(SimulatorError)
    {
        guard let made = unsafe X509_new() else { throw .openSSL("making a certificate") }
        unsafe pointer = made
        unsafe X509_set_version(made, 2)
        unsafe ASN1_INTEGER_set_uint64(X509_get_serialNumber(made), UInt64.random(in: 1...UInt64(Int64.max)))
        unsafe X509_gmtime_adj(X509_getm_notBefore(made), contents.daysFromNow.lowerBound * 86_400)
        unsafe X509_gmtime_adj(X509_getm_notAfter(made), contents.daysFromNow.upperBound * 86_400)
        unsafe X509_set_pubkey(made, key.pointer)
        let subject = unsafe X509_get_subject_name(made)
        for (field, value) in contents.subject {
            let bytes = Array(value.utf8)
            guard
                unsafe X509_NAME_add_entry_by_txt(
                    subject, field, MBSTRING_FLAG | 0, bytes, Int32(bytes.count), -1, 0) == 1
            else { throw .openSSL("naming a certificate \(field)=\(value)") }
        }
        let issuing = issuer?.certificate ?? self
        unsafe X509_set_issuer_name(made, X509_get_subject_name(issuing.pointer))
        for (nid, value) in contents.extensions {
            guard unsafe copenssl_add_extension(made, issuing.pointer, nid, value) == 1 else {
                throw .openSSL("adding \(value) to a certificate")
            }
        }
        for (oid, der) in contents.rawExtensions {
            guard unsafe copenssl_add_raw_extension(made, oid, der, Int32(der.count)) == 1 else {
                throw .openSSL("adding \(oid) to a certificate")
            }
        }
        guard unsafe X509_sign(made, (issuer?.key ?? key).pointer, EVP_sha256()) > 0 else {
            throw .openSSL("signing a certificate")
        }
    }

    /// Reads the first certificate of a PEM file.
    init(pem: [UInt8]) throws(SimulatorError) {
        let bio = try MemoryBIO(pem)
        guard let pointer = unsafe PEM_read_bio_X509(bio.pointer, nil, nil, nil) else {
            throw .openSSL("reading a certificate")
        }
        unsafe self.pointer = pointer
    }

    deinit { unsafe X509_free(pointer) }

    /// PEM.
    func pem() throws(SimulatorError) -> String {
        let bio = try MemoryBIO()
        guard unsafe PEM_write_bio_X509(bio.pointer, pointer) == 1 else { throw .openSSL("writing a certificate") }
        return bio.text
    }

    /// Certificate and key as PKCS#12.
    func pkcs12(key: PrivateKey, name: String, passphrase: String) throws(SimulatorError) -> [UInt8] {
        guard let store = unsafe PKCS12_create(passphrase, name, key.pointer, pointer, nil, 0, 0, 0, 0, 0) else {
            throw .openSSL("making a PKCS#12 file")
        }
        defer { unsafe PKCS12_free(store) }
        let bio = try MemoryBIO()
        guard unsafe i2d_PKCS12_bio(bio.pointer, store) == 1 else { throw .openSSL("writing a PKCS#12 file") }
        return bio.bytes
    }

    /// Whether it is still good for so many seconds.
    func isGood(forSeconds seconds: Int) -> Bool {
        var time = time(nil) + seconds
        return unsafe X509_cmp_time(X509_get0_notAfter(pointer), &time) > 0
    }
}
