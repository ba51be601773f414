import CSodium

/// Random bytes that nobody can foretell.
package enum RandomBytes {
    /// `count` bytes from the system's generator.
    package static func make(_ count: Int) -> [UInt8] {
        Sodium.prepare()
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }
}
