import COpenSSL

/// A P-256 key pair of the simulator's own making.
@safe final class PrivateKey: @unchecked Sendable {
    // `@unchecked Sendable`: an EVP_PKEY counts its references atomically and is not changed after it was made.
    let pointer: OpaquePointer

    /// A new key.
    init() throws(SimulatorError) {
        guard let pointer = unsafe copenssl_new_p256_key() else { throw .openSSL("making a key") }
        unsafe self.pointer = pointer
    }

    /// The key in a PEM file (PKCS#8 or SEC1, no passphrase).
    init(pem: [UInt8]) throws(SimulatorError) {
        let bio = try MemoryBIO(pem)
        guard let pointer = unsafe PEM_read_bio_PrivateKey(bio.pointer, nil, nil, nil) else {
            throw .openSSL("reading a private key")
        }
        unsafe self.pointer = pointer
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// PKCS#8 PEM, which is also the form of Apple's .p8 files.
    func pem() throws(SimulatorError) -> String {
        let bio = try MemoryBIO()
        guard unsafe PEM_write_bio_PKCS8PrivateKey(bio.pointer, pointer, nil, nil, 0, nil, nil) == 1 else {
            throw .openSSL("writing a private key")
        }
        return bio.text
    }

    /// The public half, PEM.
    func publicPEM() throws(SimulatorError) -> String {
        let bio = try MemoryBIO()
        guard unsafe PEM_write_bio_PUBKEY(bio.pointer, pointer) == 1 else { throw .openSSL("writing a public key") }
        return bio.text
    }

    /// ECDSA with SHA-256 in DER form.
    func signature(over bytes: [UInt8]) throws(SimulatorError) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .openSSL("signing") }
        defer { unsafe EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 128)
        var length = signature.count
        guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1,
            unsafe EVP_DigestSign(context, &signature, &length, bytes, bytes.count) == 1
        else { throw .openSSL("signing") }
        return Array(signature.prefix(length))
    }
}
