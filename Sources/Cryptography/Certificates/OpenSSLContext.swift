import COpenSSL

/// A private OpenSSL library context, with the legacy algorithms that old .p12 files need where they are installed.
@safe final class OpenSSLContext {
    private var context = unsafe copenssl_context()
    /// Every object read with the context must be gone before it.
    var library: OpaquePointer { unsafe context.library }

    init(withLegacyAlgorithms: Bool) throws(CertificateError) {
        guard unsafe copenssl_context_open(&context, withLegacyAlgorithms ? 1 : 0) == 1 else { throw .noMemory }
    }

    deinit {
        unsafe copenssl_context_close(&context)
    }
}
