import COpenSSL

/// OpenSSL's notion of a file, in memory.
@safe final class MemoryBIO {
    /// For OpenSSL's functions; lives as long as this object.
    let pointer: OpaquePointer

    /// An empty one to write to.
    init() throws(SimulatorError) {
        guard let pointer = unsafe BIO_new(BIO_s_mem()) else { throw .openSSL("making a buffer") }
        unsafe self.pointer = pointer
    }

    /// One that holds `bytes` to be read.
    convenience init(_ bytes: [UInt8]) throws(SimulatorError) {
        try self.init()
        guard unsafe BIO_write(pointer, bytes, Int32(bytes.count)) == Int32(bytes.count) else {
            throw .openSSL("filling a buffer")
        }
    }

    deinit { unsafe BIO_free(pointer) }

    /// What was written and not read yet.
    var bytes: [UInt8] {
        var start: UnsafePointer<UInt8>?
        let count = unsafe copenssl_bio_bytes(pointer, &start)
        guard let start = unsafe start else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// The same as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
