/// Finds the P-256 private number in a key's text, and names what else it may be.
enum PrivateKeyText {
    /// The 32-byte private number; the caller wipes it.
    static func scalar(in text: [UInt8]) throws(SigningKeyError) -> [UInt8] {
        if text.allSatisfy({ $0 <= 32 }) { throw .empty }
        var blocks = PEMBlock.all(in: text)
        defer { for index in blocks.indices { blocks[index].der?.wipe() } }
        var firstError: SigningKeyError?
        for block in blocks where block.label != "EC PARAMETERS" {
            do {
                return try scalar(in: block)
            } catch {
                firstError = firstError ?? error
            }
        }
        throw firstError ?? .notAKey
    }

    private static func scalar(in block: PEMBlock) throws(SigningKeyError) -> [UInt8] {
        if block.isEncrypted { throw .encrypted }
        let isLabelled = block.label?.contains("KEY") ?? false
        guard let der = block.der, let outer = DERElement.list(in: der[...]), outer.count == 1,
            outer[0].tag == DERElement.sequence, let parts = outer[0].children
        else { throw isLabelled || looksCut(block.der) ? .damaged : .notAKey }
        switch parts.map(\.tag).prefix(3) {
        case [DERElement.integer, DERElement.sequence, DERElement.octetString]:
            return try pkcs8(algorithm: parts[1], key: parts[2])
        case let tags where tags.starts(with: [DERElement.integer, DERElement.octetString]):
            let curve = parts.first { $0.tag == 0xa0 }?.children?.first
            return try sec1(parts, curve: curve)
        case [DERElement.integer, DERElement.sequence]: throw .keyStore
        case [DERElement.integer, DERElement.sequence, DERElement.sequence]: throw .keyStore
        case [DERElement.integer, DERElement.integer, DERElement.integer]:
            throw .otherAlgorithm(parts.count == 6 ? "a DSA" : "an RSA")
        case [DERElement.integer, DERElement.integer], [DERElement.sequence, DERElement.bitString]: throw .publicKey
        case [DERElement.sequence, DERElement.octetString]: throw .encrypted
        case [DERElement.sequence, DERElement.sequence, DERElement.bitString]: throw .certificate
        default: throw .notAKey
        }
    }

    /// RFC 5208: AlgorithmIdentifier { ecPublicKey, curve } and an ECPrivateKey inside an OCTET STRING.
    private static func pkcs8(algorithm: DERElement, key: DERElement) throws(SigningKeyError) -> [UInt8] {
        guard let names = algorithm.children, let name = names.first, name.tag == DERElement.objectIdentifier else {
            throw .damaged
        }
        guard Array(name.content) == ecPublicKey else {
            throw .otherAlgorithm(algorithms[Array(name.content)] ?? "another kind of")
        }
        guard let inner = key.children, inner.count == 1, let parts = inner[0].children else { throw .damaged }
        return try sec1(parts, curve: names.dropFirst().first)
    }

    /// RFC 5915: ECPrivateKey { version, privateKey, [0] curve, [1] public key }. The public key is not needed.
    private static func sec1(_ parts: [DERElement], curve: DERElement?) throws(SigningKeyError) -> [UInt8] {
        guard let curve else { throw .damaged }
        guard curve.tag == DERElement.objectIdentifier else { throw .otherCurve("given by its parameters") }
        guard Array(curve.content) == prime256v1 else {
            throw .otherCurve(curves[Array(curve.content)] ?? "of another name")
        }
        guard parts.count >= 2, parts[1].tag == DERElement.octetString else { throw .damaged }
        // Some tools drop leading zeros, others add one.
        let digits = parts[1].content.drop { $0 == 0 }
        guard digits.count <= 32 else { throw .damaged }
        var scalar = [UInt8](repeating: 0, count: 32)
        scalar.replaceSubrange((32 - digits.count)..., with: digits)
        return scalar
    }

    /// A bare body that starts as every key does, but has lost its end.
    private static func looksCut(_ der: [UInt8]?) -> Bool {
        der?.starts(with: [0x30, 0x81]) ?? false
    }

    private static let ecPublicKey: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]
    private static let prime256v1: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
    private static let curves: [[UInt8]: String] = [
        [0x2b, 0x81, 0x04, 0x00, 0x22]: "P-384",
        [0x2b, 0x81, 0x04, 0x00, 0x23]: "P-521",
        [0x2b, 0x81, 0x04, 0x00, 0x21]: "P-224",
        [0x2b, 0x81, 0x04, 0x00, 0x0a]: "secp256k1",
    ]
    private static let algorithms: [[UInt8]: String] = [
        [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]: "an RSA",
        [0x2a, 0x86, 0x48, 0xce, 0x38, 0x04, 0x01]: "a DSA",
        [0x2b, 0x65, 0x70]: "an Ed25519",
        [0x2b, 0x65, 0x71]: "an Ed448",
        [0x2b, 0x65, 0x6e]: "an X25519",
    ]
}
