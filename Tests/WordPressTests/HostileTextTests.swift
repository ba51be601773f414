import Testing
import WordPress

@Suite struct HostileTextTests {
    private func problem(_ text: String) -> String? {
        do {
            _ = try PHPUnserializer.parse(Array(text.utf8), maximumSize: 8 << 20)
            return nil
        } catch {
            return error.problem
        }
    }

    @Test(arguments: [
        (String(repeating: "a:1:{i:0;", count: 100_000), "nested deeper than 64 levels"),
        (String(repeating: #"O:1:"A":1:{i:0;"#, count: 100_000), "nested deeper than 64 levels"),
        ("a:2147483648:{i:0;i:1;}", "more entries are announced than the text can hold"),
        ("a:9223372036854775808:{}", "a number is too large"),
        ("s:2147483648:\"a\";", "a string is said to be longer than the text"),
        ("s:18446744073709551616:\"\";", "a number is too large"),
        ("a:-1:{}", "a number is missing"),
        ("r:1;", "a reference names a value that is not there"),
        ("a:1:{i:0;R:9;}", "a reference names a value that is not there"),
    ])
    func aLieAboutSizeOrDepthIsRefusedByName(text: String, expected: String) {
        #expect(problem(text) == expected)
    }

    @Test func aStringOfAMegabyteIsRead() throws {
        let bytes = [UInt8](repeating: 0x22, count: 1_000_000)
        let text = try PHPSerializer.bytes(.string(bytes))
        #expect(try PHPUnserializer.parse(text) == .string(bytes))
        #expect(throws: PHPSerializedError.self) { try PHPUnserializer.parse(text, maximumSize: 1000) }
    }

    @Test func manyKeysAreReadInOrderAndRepeatedOnesOnce() throws {
        let names = (0..<20_000).map { "key\($0 % 10_000)" }
        let body = names.enumerated().map { "s:\($1.utf8.count):\"\($1)\";i:\($0);" }.joined()
        let value = try PHPUnserializer.parse(Array("a:20000:{\(body)}".utf8))
        guard case .array(let array) = value else { return #expect(Bool(false), "no array") }
        #expect(array.count == 10_000 && array["key9999"] == .int(19_999))
        #expect(array.entries[1].key == PHPKey("key1"))
    }

    private let sample = Array(
        #"a:4:{i:0;s:4:"abcd";s:1:"r";a:2:{s:5:"token";s:4:"00ff";s:1:"d";d:0.5;}i:1;O:3:"Foo":1:{s:1:"x";r:1;}i:2;N;}"#
            .utf8)

    @Test func textCutAnywhereIsRefusedAndCrashesNothing() {
        for end in sample.indices {
            let cut = Array(sample[..<end])
            #expect(throws: PHPSerializedError.self) { try PHPUnserializer.parse(cut) }
            let meta = TokenMeta.read(cut)
            #expect(meta.unreadable != nil || !meta.malformed.isEmpty || end < 2)
        }
    }

    @Test func flippedBitsCrashNothing() {
        let json = Array(#"[{"token":"00ff","device":"\u00e9 \"x\""},"abcd",{"a":[1,{}]}]"#.utf8)
        for original in [sample, json] {
            for place in original.indices {
                for bit in 0..<8 {
                    var text = original
                    text[place] ^= 1 << UInt8(bit)
                    let meta = TokenMeta.read(text)
                    for entry in meta.entries { _ = meta.removing(entry.token) }
                }
            }
        }
    }
}
