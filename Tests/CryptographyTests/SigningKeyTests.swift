import Cryptography
import ServiceRuntime
import Testing

@Suite struct SigningKeyTests {
    /// The key of RFC 6979 A.2.5.
    private static let scalar = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
    private static let point =
        "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
        + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
    /// PKCS#8 without and with the public part, and SEC1 without it, as DER.
    private static let short = "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420" + scalar
    private static let long =
        "308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420" + scalar + "a14403420004" + point
    private static let sec1 = "30310201010420" + scalar + "a00a06082a8648ce3d030107"

    private static func lines(_ der: String, label: String = "PRIVATE KEY") -> [String] {
        let text = Base64.encode(HexText.decode(der) ?? [])
        let body = stride(from: 0, to: text.count, by: 64).map { String(text.dropFirst($0).prefix(64)) }
        return ["-----BEGIN \(label)-----"] + body + ["-----END \(label)-----"]
    }

    private static func key(_ text: String) throws(SigningKeyError) -> SigningKey {
        try SigningKey(pem: Secret(Array(text.utf8)))
    }

    @Test(arguments: [
        (
            "sample",
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
        ),
        (
            "test",
            "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
                + "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"
        ),
    ])
    func signaturesAreThoseOfRFC6979(message: String, signature: String) throws {
        let key = try Self.key(Self.lines(Self.long).joined(separator: "\n"))
        #expect(HexText.encode(try key.sign(Array(message.utf8))) == signature)
    }

    /// One key as people paste it: whole, on one line, escaped, quoted, indented, without its first and last lines.
    private static let wrappings: [String] = {
        let pem = lines(long)
        let body = Array(pem.dropFirst().dropLast())
        let bare = body.joined()
        let plain = pem.joined(separator: "\n")
        let withoutPublicPart = lines(short)
        let old = lines(sec1, label: "EC PRIVATE KEY").joined(separator: "\n")
        let parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
        let escaped = pem.joined(separator: #"\n"#)
        let indented = pem.map { "    \($0)  " }.joined(separator: "\n")
        let hardBlanks = pem.joined(separator: "\u{a0}\n")
        var texts = [plain, plain + "\n", pem.joined(), pem.joined(separator: " "), escaped, escaped + #"\n"#]
        texts += ["\r\n", "\r", #"\r\n"#, #"\\n"#].map { pem.joined(separator: $0) }
        texts.append("\"" + escaped.replacing("/", with: #"\/"#) + "\",")
        texts.append("\n\n  '" + indented + "'  \n")
        texts.append("\u{feff}" + plain)
        texts.append("\u{201c}" + hardBlanks + "\u{201d}")
        texts.append(plain.replacing("-----", with: "\u{2014}\u{2014}-"))
        texts.append(plain.replacing("-----B", with: "---B"))
        texts.append("Bag Attributes: <none>\n" + plain)
        texts += [body.joined(separator: "\n"), bare, "\"" + bare + "\""]
        texts.append(pem.dropFirst().joined(separator: "\n"))
        texts.append(pem.dropLast().joined(separator: "\n"))
        texts += [withoutPublicPart.joined(separator: "\n"), withoutPublicPart.dropFirst().dropLast().joined()]
        texts += [old, parameters + old]
        return texts
    }()

    @Test(arguments: wrappings)
    func aKeyIsReadInEveryWrapping(_ text: String) throws {
        let signature = try Self.key(text).sign(Array("sample".utf8))
        #expect(HexText.encode(signature).hasPrefix("efd48b2aacb6a8fd1140dd9cd45e81d6"))
    }

    @Test func aKeyIsReadInTheUTF16ThatWindowsWrites() throws {
        let text = "\u{feff}" + Self.lines(Self.long).joined(separator: "\r\n")
        let bytes = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(try SigningKey(pem: Secret(bytes)).sign(Array("sample".utf8)).first == 0xef)
    }

    @Test func aKeyIsReadAsDER() throws {
        let der = try #require(HexText.decode(Self.long))
        #expect(try SigningKey(pem: Secret(der)).sign(Array("sample".utf8)).first == 0xef)
    }

    @Test func aKeyMadeByOpenSSLIsReadInBothOfItsForms() throws {
        let directory = try TemporaryDirectory()
        let sec1 = try Tool.run("openssl", "ecparam", "-name", "prime256v1", "-genkey")
        try File.write(sec1, to: "\(directory.path)/key")
        let pkcs8 = try Tool.run("openssl", "pkcs8", "-topk8", "-nocrypt", "-in", "\(directory.path)/key")
        let publicKey = try Tool.run("openssl", "ec", "-pubout", "-in", "\(directory.path)/key")
        #expect(try Self.key(sec1).publicKeyPEM == publicKey)
        #expect(try Self.key(pkcs8).publicKeyPEM == publicKey)
    }

    @Test func aSignatureHoldsForItsMessageAndKeyOnly() throws {
        let key = try Self.key(Self.lines(Self.long).joined(separator: "\n"))
        let other = try Self.key(try Tool.run("openssl", "ecparam", "-name", "prime256v1", "-genkey"))
        let message = Array("a.b".utf8)
        var signature = try key.sign(message)
        #expect(key.verify(signature, of: message))
        #expect(!key.verify(signature, of: Array("a.c".utf8)))
        #expect(!other.verify(signature, of: message))
        #expect(!key.verify(Array(signature.dropLast()), of: message))
        signature[63] ^= 1
        #expect(!key.verify(signature, of: message))
    }

    /// r and s are now and then shorter than 32 bytes: one of 128 signatures.
    @Test func everySignatureHas64Bytes() throws {
        let key = try Self.key(Self.lines(Self.short).joined(separator: "\n"))
        var sawZero = false
        for number in 0..<1500 {
            let message = Array("\(number)".utf8)
            let signature = try key.sign(message)
            #expect(signature.count == 64)
            if signature[0] == 0 || signature[32] == 0 {
                sawZero = true
                #expect(key.verify(signature, of: message))
            }
        }
        #expect(sawZero)
    }

    @Test func manyThreadsMaySignWithOneKey() async throws {
        let key = try Self.key(Self.lines(Self.long).joined(separator: "\n"))
        let expected = try key.sign(Array("sample".utf8))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 { group.addTask { (try? key.sign(Array("sample".utf8))) == expected } }
            for await same in group { #expect(same) }
        }
    }

    @Test func anythingElseIsNamedForWhatItIs() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/key"
        func made(_ arguments: String) throws -> String {
            try Tool.run("sh", "-c", "cd '\(directory.path)' && openssl \(arguments)")
        }
        let curve = "-algorithm EC -pkeyopt ec_paramgen_curve"
        try File.write(Self.lines(Self.long).joined(separator: "\n"), to: path)
        let found = [
            try made("genpkey \(curve):P-384"): SigningKeyError.otherCurve("P-384"),
            try made("genpkey \(curve):P-521"): .otherCurve("P-521"),
            try made("genpkey \(curve):secp256k1"): .otherCurve("secp256k1"),
            try made("ecparam -name secp384r1 -genkey"): .otherCurve("P-384"),
            try made("genpkey \(curve):P-256 -pkeyopt ec_param_enc:explicit"): .otherCurve("given by its parameters"),
            try made("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024"): .otherAlgorithm("an RSA"),
            try made("genrsa -traditional 1024"): .otherAlgorithm("an RSA"),
            try made("genpkey -algorithm ED25519"): .otherAlgorithm("an Ed25519"),
            try made("pkey -in key -pubout"): .publicKey,
            try made("req -x509 -key key -subj /CN=x"): .certificate,
            try made("req -new -key key -subj /CN=x"): .certificate,
            try made("pkcs8 -topk8 -in key -passout pass:x"): .encrypted,
            try made("ec -in key -aes128 -passout pass:x"): .encrypted,
            "": .empty,
            " \r\n\t": .empty,
            "rubbish": .notAKey,
            "<html><body>404</body></html>": .notAKey,
            "/etc/push-bridge/AuthKey_ABC.p8": .notAKey,
            "-----BEGIN PRIVATE KEY-----": .notAKey,
            "-----BEGIN PRIVATE KEY-----\nnot base64!\n-----END PRIVATE KEY-----": .damaged,
            Self.lines(Self.long).prefix(3).joined(separator: "\n"): .damaged,
            String(Self.lines(Self.long).dropFirst().joined().prefix(120)): .damaged,
            Self.lines(Self.short.replacing(Self.scalar, with: String(repeating: "00", count: 32)))
                .joined(separator: "\n"): .damaged,
            Self.lines(Self.short.replacing(Self.scalar, with: String(repeating: "ff", count: 32)))
                .joined(separator: "\n"): .damaged,
        ]
        for (text, expected) in found {
            let error = #expect(throws: SigningKeyError.self) { try Self.key(text) }
            #expect(error == expected, "\(text)")
        }
    }

    @Test func aP12FileIsNamedAsSuch() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/key"
        try File.write(Self.lines(Self.long).joined(separator: "\n"), to: path)
        try Tool.run("openssl", "req", "-x509", "-key", path, "-subj", "/CN=x", "-out", "\(path).pem")
        try Tool.run(
            "openssl", "pkcs12", "-export", "-inkey", path, "-in", "\(path).pem", "-passout", "pass:x", "-out",
            "\(path).p12")
        let bytes = try File.read("\(path).p12")
        #expect(throws: SigningKeyError.keyStore) { try SigningKey(pem: Secret(bytes)) }
    }

    /// No text that an error or a print shows may hold any of the key.
    @Test func errorsShowNothingOfTheKey() throws {
        let text = Self.lines(Self.long).prefix(3).joined(separator: "\n")
        let error = #expect(throws: SigningKeyError.self) { try Self.key(text) }
        #expect(error.map { "\($0)".contains("MIG") } == false)
    }

    @Test func noRubbishBreaksTheReader() {
        var generator = SystemRandomNumberGenerator()
        let good = HexText.decode(Self.long) ?? []
        for _ in 0..<3000 {
            var bytes = good
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<36, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let kept = bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))
            _ = try? SigningKey(pem: Secret(Array(kept)))
            _ = try? SigningKey(pem: Secret(Array(Base64.encode(kept).utf8)))
        }
    }
}
