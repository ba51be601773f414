import CGnuTLS
import COpenSSL
package import ServiceRuntime

/// An APNs signing key: makes ES256 signatures that are the same, byte for byte, in every process (RFC 6979).
@safe package final class SigningKey: @unchecked Sendable {
    // `@unchecked Sendable`: GnuTLS allows one thread at a time per key, so `turn` is held around every use of it.
    private let key: gnutls_privkey_t
    private let turn = Locked(())
    /// The public half: the uncompressed point, 65 bytes.
    private let publicPoint: [UInt8]

    /// Reads a .p8 in any wrapping that people paste; throws an error that names what it is instead.
    package init(pem: Secret<[UInt8]>) throws(SigningKeyError) {
        var scalar = try PrivateKeyText.scalar(in: pem.reveal())
        defer { scalar.wipe() }
        var x = [UInt8](repeating: 0, count: 32)
        var y = x
        guard unsafe copenssl_p256_public_point(scalar, &x, &y) == 1 else { throw .damaged }
        var imported: gnutls_privkey_t?
        let result = unsafe cgnutls_p256_import(&imported, scalar, x, y)
        guard result == 0, let imported = unsafe imported else { throw Self.error(result) }
        unsafe key = unsafe imported
        publicPoint = [4] + x + y
    }

    deinit {
        // GnuTLS overwrites the private number before it gives the memory back.
        unsafe gnutls_privkey_deinit(key)
    }

    /// The ES256 signature of `message` as JSON Web Tokens carry it: r and s, 32 bytes each.
    package func sign(_ message: [UInt8]) throws(SigningKeyError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: 64)
        let result = turn.withLock { _ in unsafe cgnutls_es256_sign(key, message, message.count, &signature) }
        guard result == 0 else { throw Self.error(result) }
        return signature
    }

    /// Whether `signature` (r and s) was made by this key over `message`.
    package func verify(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == 64 else { return false }
        return turn.withLock { _ in unsafe cgnutls_es256_verify(key, message, message.count, signature) } == 0
    }

    /// The public half as PEM (SubjectPublicKeyInfo), to compare keys by or to check tokens with.
    package var publicKeyPEM: String {
        let text = Base64.encode(Self.publicKeyPrefix + publicPoint)
        let line = text.index(text.startIndex, offsetBy: 64)
        return "-----BEGIN PUBLIC KEY-----\n\(text[..<line])\n\(text[line...])\n-----END PUBLIC KEY-----\n"
    }

    /// SubjectPublicKeyInfo up to the point: SEQUENCE { SEQUENCE { ecPublicKey, prime256v1 }, BIT STRING }.
    private static let publicKeyPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
        0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    private static func error(_ code: Int32) -> SigningKeyError {
        guard let text = unsafe gnutls_strerror(code) else { return .library("GnuTLS error \(code)") }
        return .library("GnuTLS error \(code): \(unsafe String(cString: text))")
    }
}
