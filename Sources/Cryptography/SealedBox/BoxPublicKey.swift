import CSodium

/// The public key that sealed boxes are made to (X25519, libsodium's `crypto_box`). Not a secret.
package struct BoxPublicKey: Sendable, Hashable {
    /// The raw key, 32 bytes.
    package let bytes: [UInt8]

    /// Takes a raw key; throws `malformedPublicKey` unless it has 32 bytes.
    package init(bytes: [UInt8]) throws(SealedBoxError) {
        guard bytes.count == Self.size else { throw .malformedPublicKey }
        self.bytes = bytes
    }

    /// Takes a key in Base64, blanks allowed; throws `malformedPublicKey`.
    package init(base64: String) throws(SealedBoxError) {
        guard let bytes = Base64.decode(base64) else { throw .malformedPublicKey }
        try self.init(bytes: bytes)
    }

    /// The key in Base64, as the settings table holds it.
    package var base64: String { Base64.encode(bytes) }

    /// What people compare: the first 16 hex digits of the raw key's SHA-256.
    package var fingerprint: String { HexText.encode(SHA256.hash(bytes).prefix(8)) }

    /// What names the key in `public_key_id`: its fingerprint.
    package var id: String { fingerprint }

    /// A box of `plaintext` that only the secret key opens; different every time.
    /// Throws `malformedPublicKey` for a point that no secret key belongs to.
    package func seal(_ plaintext: [UInt8]) throws(SealedBoxError) -> [UInt8] {
        Sodium.prepare()
        var box = [UInt8](repeating: 0, count: crypto_box_sealbytes() + plaintext.count)
        let result = unsafe crypto_box_seal(&box, plaintext, UInt64(plaintext.count), bytes)
        guard result == 0 else { throw .malformedPublicKey }
        return box
    }

    static let size = Int(crypto_box_publickeybytes())
}
