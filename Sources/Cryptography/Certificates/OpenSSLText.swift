import COpenSSL

/// What OpenSSL writes.
enum OpenSSLText {
    /// The bytes that `write` wrote into OpenSSL's memory, which is wiped when given back; nil when `write` failed.
    static func written(by write: (OpaquePointer) -> Bool) -> [UInt8]? {
        guard let memory = unsafe BIO_new(BIO_s_mem()) else { return nil }
        defer { unsafe BIO_free(memory) }
        guard unsafe write(memory) else { return nil }
        var size = 0
        let bytes = unsafe copenssl_written(memory, &size)
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
    }
}
