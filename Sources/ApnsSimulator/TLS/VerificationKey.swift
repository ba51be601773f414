import COpenSSL

/// The public half of a provider's signing key.
@safe final class VerificationKey: @unchecked Sendable {
    // `@unchecked Sendable`: an EVP_PKEY counts its references atomically and is not changed after it was read.
    private let pointer: OpaquePointer

    /// Reads PEM (`BEGIN PUBLIC KEY`).
    init(pem: String) throws(SimulatorError) {
        let bio = try MemoryBIO(Array(pem.utf8))
        guard let pointer = unsafe PEM_read_bio_PUBKEY(bio.pointer, nil, nil, nil) else {
            throw .openSSL("reading a public key (PEM, BEGIN PUBLIC KEY)")
        }
        unsafe self.pointer = pointer
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// Whether `signature`, 64 bytes r‖s or DER as in Apple's own sample, is this key's over `bytes`.
    func verifies(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        let der = signature.count == 64 ? ECDSASignature.der(raw: signature) : signature
        guard let context = unsafe EVP_MD_CTX_new() else { return false }
        defer { unsafe EVP_MD_CTX_free(context) }
        let isValid =
            unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, pointer) == 1
            && EVP_DigestVerify(context, der, der.count, bytes, bytes.count) == 1
        ERR_clear_error()
        return isValid
    }
}
