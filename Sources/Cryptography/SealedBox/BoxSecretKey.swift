import CSodium
package import ServiceRuntime

/// The key that opens sealed boxes, in memory that is locked and wiped.
package final class BoxSecretKey: Sendable {
    private let secret: SecretBytes
    /// The half to seal with.
    package let publicKey: BoxPublicKey

    /// A new random key; throws `noMemory`.
    package static func generate() throws(SealedBoxError) -> BoxSecretKey {
        guard let secret = SecretBytes(random: size) else { throw .noMemory }
        return try BoxSecretKey(secret)
    }

    /// Copies a raw key of 32 bytes, which the caller wipes; throws `malformedSecretKey` or `noMemory`.
    convenience init(bytes: [UInt8]) throws(SealedBoxError) {
        guard bytes.count == Self.size else { throw .malformedSecretKey }
        guard let secret = SecretBytes(copying: bytes) else { throw .noMemory }
        try self.init(secret)
    }

    private init(_ secret: SecretBytes) throws(SealedBoxError) {
        var point = [UInt8](repeating: 0, count: BoxPublicKey.size)
        _ = unsafe secret.withBytes { unsafe crypto_scalarmult_base(&point, $0) }
        self.secret = secret
        publicKey = try BoxPublicKey(bytes: point)
    }

    /// The plaintext of `box`; throws `cannotOpen` when it was sealed to another key or changed.
    package func open(_ box: [UInt8]) throws(SealedBoxError) -> Secret<[UInt8]> {
        let overhead = crypto_box_sealbytes()
        guard box.count >= overhead else { throw .tooShort(bytes: box.count) }
        var plaintext = [UInt8](repeating: 0, count: box.count - overhead)
        let result = unsafe secret.withBytes { key in
            unsafe crypto_box_seal_open(&plaintext, box, UInt64(box.count), publicKey.bytes, key)
        }
        guard result == 0 else { throw .cannotOpen(opener: publicKey.id) }
        return Secret(plaintext)
    }

    /// The raw key in Base64, for its file; the caller wipes it.
    func base64() -> [UInt8] {
        unsafe secret.withBytes {
            unsafe Array(Base64.encode(UnsafeBufferPointer(start: $0, count: secret.count)).utf8)
        }
    }

    private static let size = Int(crypto_box_secretkeybytes())
}
