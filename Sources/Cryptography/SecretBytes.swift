import CSodium

/// Secret bytes in memory that is locked (never swapped out), left out of core dumps, and wiped when given back.
@safe final class SecretBytes: @unchecked Sendable {
    // `@unchecked Sendable`: the memory is written by `init` alone and read-only afterwards.
    private let memory: UnsafeMutablePointer<UInt8>
    let count: Int

    /// Takes `count` random bytes; nil when the system has no memory left.
    convenience init?(random count: Int) {
        self.init(count: count)
        unsafe randombytes_buf(memory, count)
        unsafe sodium_mprotect_readonly(memory)
    }

    /// Copies `bytes`, which the caller wipes; nil when the system has no memory left.
    convenience init?(copying bytes: [UInt8]) {
        self.init(count: bytes.count)
        unsafe memory.update(from: bytes, count: bytes.count)
        unsafe sodium_mprotect_readonly(memory)
    }

    private init?(count: Int) {
        Sodium.prepare()
        guard let raw = unsafe sodium_malloc(count) else { return nil }
        unsafe memory = unsafe raw.bindMemory(to: UInt8.self, capacity: count)
        self.count = count
    }

    deinit {
        unsafe sodium_free(memory)
    }

    /// Lends the bytes to `body`, which must not keep them.
    func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        unsafe body(memory)
    }
}
