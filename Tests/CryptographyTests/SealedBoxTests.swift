import Cryptography
import ServiceRuntime
import Testing

@Suite struct SealedBoxTests {
    private let plaintext = Array(#"{"v":1,"app":"default","p8":"…"}"#.utf8)

    @Test func whatIsSealedToAKeyOpensWithIt() throws {
        let key = try BoxSecretKey.generate()
        #expect(try key.open(key.publicKey.seal(plaintext)).reveal() == plaintext)
        #expect(try key.open(key.publicKey.seal([])).reveal() == [])
    }

    @Test func sealingTwiceMakesTwoDifferentBoxes() throws {
        let key = try BoxSecretKey.generate().publicKey
        #expect(try key.seal(plaintext) != key.seal(plaintext))
    }

    @Test func aBoxChangedInAnyByteIsRefused() throws {
        let key = try BoxSecretKey.generate()
        let box = try key.publicKey.seal(plaintext)
        for index in box.indices {
            var changed = box
            changed[index] ^= 1
            #expect(throws: SealedBoxError.cannotOpen(opener: key.publicKey.id)) { try key.open(changed) }
        }
    }

    @Test func aBoxCutShortIsRefused() throws {
        let key = try BoxSecretKey.generate()
        let box = try key.publicKey.seal(plaintext)
        #expect(throws: SealedBoxError.cannotOpen(opener: key.publicKey.id)) { try key.open(box.dropLast()) }
        #expect(throws: SealedBoxError.tooShort(bytes: 47)) { try key.open(Array(box.prefix(47))) }
        #expect(throws: SealedBoxError.tooShort(bytes: 0)) { try key.open([]) }
    }

    @Test func anotherKeyCannotOpenTheBoxAndTheErrorNamesIt() throws {
        let box = try BoxSecretKey.generate().publicKey.seal(plaintext)
        let other = try BoxSecretKey.generate()
        let error = #expect(throws: SealedBoxError.self) { try other.open(box) }
        #expect(error.map { "\($0)" }?.contains(other.publicKey.fingerprint) == true)
    }

    @Test func aPublicKeyGoesThroughBase64AndKeepsItsFingerprint() throws {
        let key = try BoxSecretKey.generate().publicKey
        let again = try BoxPublicKey(base64: " \(key.base64)\n")
        #expect(again == key)
        #expect(again.fingerprint == key.fingerprint)
        let zeros = try BoxPublicKey(bytes: [UInt8](repeating: 0, count: 32))
        #expect(zeros.fingerprint == "66687aadf862bd77")
    }

    @Test(arguments: ["", "AAAA", "rubbish!", "QUJD\u{e9}"])
    func whatIsNotAPublicKeyIsRefused(_ text: String) {
        #expect(throws: SealedBoxError.malformedPublicKey) { try BoxPublicKey(base64: text) }
    }

    @Test func aPublicKeyThatNobodyCanOpenForIsRefused() throws {
        let zeros = try BoxPublicKey(bytes: [UInt8](repeating: 0, count: 32))
        #expect(throws: SealedBoxError.malformedPublicKey) { try zeros.seal(plaintext) }
    }

    @Test func whatPHPSealsWeOpen() throws {
        let key = try BoxSecretKey.generate()
        let program = """
            echo base64_encode(sodium_crypto_box_seal('Grüße aus PHP', base64_decode('\(key.publicKey.base64)')));
            """
        let box = try #require(Base64.decode(try Tool.run("php", "-r", program)))
        #expect(String(decoding: try key.open(box).reveal(), as: UTF8.self) == "Grüße aus PHP")
    }

    @Test func theFingerprintIsTheOneThatPHPComputes() throws {
        let key = try BoxSecretKey.generate().publicKey
        let program = "echo substr(hash('sha256', base64_decode('\(key.base64)')), 0, 16);"
        #expect(try Tool.run("php", "-r", program) == key.fingerprint)
    }
}
