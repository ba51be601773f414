import CSodium

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// The 32-byte digest of `bytes`.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }
}
