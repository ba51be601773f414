import Cryptography
import Testing

@Suite struct EncodingTests {
    /// RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
    ])
    func base64IsThatOfTheRFC(plain: String, encoded: String) {
        #expect(Base64.encode(plain.utf8) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
        #expect(Base64.decode(encoded.replacing("=", with: "")) == Array(plain.utf8))
        #expect(Base64URL.encode(plain.utf8) == encoded.replacing("=", with: ""))
    }

    @Test func allBytesGoThroughBothAlphabets() {
        let bytes = Array(UInt8.min...UInt8.max) + [0xfb, 0xff, 0xfe]
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        #expect(Base64URL.encode([0xfb, 0xff]) == "-_8")
        #expect(Base64.encode([0xfb, 0xff]) == "+/8=")
        #expect(HexText.decode(HexText.encode(bytes)) == bytes)
        #expect(HexText.decode("00fFAb") == [0, 0xff, 0xab])
    }

    @Test func blanksInBase64DoNotMatter() {
        #expect(Base64.decode(" Zm9v\r\n\tYmFy \n") == Array("foobar".utf8))
    }

    @Test(arguments: ["Z", "Zg=", "Zg===", "Z=g=", "Zh==", "Zm9v====", "Zm-_", "Zm9v!", "=", "Zm9vÄ"])
    func brokenBase64IsRefused(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(arguments: ["0", "0g", "ä", " 00"])
    func brokenHexIsRefused(_ text: String) {
        #expect(HexText.decode(text) == nil)
    }

    @Test func sha256IsThatOfFIPS180() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(HexText.encode(SHA256.hash(Array("abc".utf8))) == abc)
        #expect(HexText.encode(SHA256.hash([])) == empty)
    }

    @Test func equalBytesAreEqualAndOthersNot() {
        #expect(ConstantTime.equal([1, 2, 3], [1, 2, 3]))
        #expect(ConstantTime.equal([], []))
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.equal([1, 2, 3], [1, 2]))
    }

    @Test func randomBytesComeInTheAskedCountAndDiffer() {
        #expect(RandomBytes.make(0) == [])
        #expect(RandomBytes.make(32).count == 32)
        #expect(RandomBytes.make(32) != RandomBytes.make(32))
    }
}
