import JSONText
import Testing
import WordPress

@Suite struct TokenRemovalTests {
    struct Example: CustomTestStringConvertible {
        let value: String
        let rest: String?
        var testDescription: String { value }
    }

    /// Values, and what is left of them when the token ab12 goes; nil when the row goes.
    static let examples = [
        Example(value: "ab12", rest: nil),
        Example(value: "<AB 12>", rest: nil),
        Example(value: #"a:1:{i:0;s:4:"ab12";}"#, rest: nil),
        Example(value: #"a:2:{i:0;s:4:"ab12";i:1;s:4:"AB12";}"#, rest: nil),
        Example(value: #"["ab12"]"#, rest: nil),
        Example(value: #"{"token":"ab12","device":"x"}"#, rest: nil),
        Example(value: #"a:2:{s:5:"token";s:4:"ab12";s:6:"device";s:1:"x";}"#, rest: nil),
        Example(value: #"s:4:"ab12";"#, rest: nil),
        Example(value: #""ab12""#, rest: nil),
        // PHP lists keep their numbers.
        Example(
            value: #"a:3:{i:0;s:4:"0001";i:1;s:4:"ab12";i:2;s:4:"0002";}"#,
            rest: #"a:2:{i:0;s:4:"0001";i:2;s:4:"0002";}"#),
        Example(
            value: #"a:3:{i:0;s:7:"<AB 12>";i:5;s:4:"0001";i:6;s:4:"ab12";}"#, rest: #"a:1:{i:5;s:4:"0001";}"#),
        Example(
            value: #"a:3:{s:5:"phone";s:4:"0001";s:3:"pad";s:4:"ab12";s:2:"07";s:4:"<AA>";}"#,
            rest: #"a:2:{s:5:"phone";s:4:"0001";s:2:"07";s:4:"<AA>";}"#),
        // Every other byte stays, also where PHP would write it differently today.
        Example(
            value:
                #"a:3:{i:0;a:2:{s:5:"token";s:4:"ab12";s:1:"n";i:1;}i:1;a:3:{s:5:"token";s:4:"0001";s:1:"d";d:0.10000000000000001;s:1:"b";b:0;}s:4:"note";i:+7;}"#,
            rest: #"a:2:{i:1;a:3:{s:5:"token";s:4:"0001";s:1:"d";d:0.10000000000000001;s:1:"b";b:0;}s:4:"note";i:+7;}"#),
        // What is no token stays.
        Example(value: #"a:2:{i:0;s:4:"ab12";i:1;s:3:"é!";}"#, rest: #"a:1:{i:1;s:3:"é!";}"#),
        Example(value: #"a:2:{i:0;s:4:"ab12";i:1;N;}"#, rest: "a:1:{i:1;N;}"),
        // A key that the text repeats goes each time, or the earlier one would come back to life.
        Example(
            value: #"a:3:{i:0;s:4:"0001";i:0;s:4:"ab12";i:1;s:4:"0002";}"#, rest: #"a:1:{i:1;s:4:"0002";}"#),
        Example(value: #"{"x":"0001","x":"ab12","y":"0002"}"#, rest: #"{"y":"0002"}"#),
        // Serialized twice, as maybe_serialize() does with text that looks serialized.
        Example(
            value: #"s:44:"a:2:{i:0;s:4:"ab12";i:1;s:8:"00010002";}";"#.replacingLength(),
            rest: #"s:26:"a:1:{i:1;s:8:"00010002";}";"#.replacingLength()),
        Example(value: #"s:15:"["ab12","0001"]";"#, rest: #"s:8:"["0001"]";"#),
        Example(value: #"["0001","ab12","0002"]"#, rest: #"["0001","0002"]"#),
        Example(value: #"["ab12","0001","AB12"]"#, rest: #"["0001"]"#),
        Example(value: "[\n  \"0001\",\n  \"ab12\"\n]", rest: "[\n  \"0001\"\n]"),
        Example(value: "[\n  \"ab12\",\n  \"0001\"\n]\n", rest: "[\n  \"0001\"\n]\n"),
        Example(
            value: #"{"a]":"0001" , "b\"":{"token":"ab12","x":["}"]} , "c":"0002"}"#,
            rest: #"{"a]":"0001" , "c":"0002"}"#),
        Example(
            value: #"{"a":"ab12","b":{"token":"0001","n":1.50,"t":"\u00e9\/"}}"#,
            rest: #"{"b":{"token":"0001","n":1.50,"t":"\u00e9\/"}}"#),
        Example(value: #"["ab12",null]"#, rest: "[null]"),
    ]

    @Test(arguments: examples)
    func onlyTheTokenLeavesTheValue(example: Example) throws {
        let meta = TokenMeta.read(Array(example.value.utf8))
        guard meta.entries.contains(where: { $0.token == "ab12" }) else {
            return #expect(Bool(false), "not read: \(meta.unreadable ?? "")")
        }
        for spelling in ["ab12", "<AB 12>"] {
            switch meta.removing(spelling) {
            case .removeRow: #expect(example.rest == nil)
            case .replace(let bytes): #expect(String(decoding: bytes, as: UTF8.self) == example.rest)
            case let other: #expect(Bool(false), "\(other)")
            }
        }
        #expect(meta.removing("ffff") == .notFound && meta.removing("no token") == .notFound)
    }

    @Test func phpReadsEveryRewrittenValueAsTheOldOneWithoutTheToken() throws {
        var random = SeededGenerator(seed: 3)
        var values: [[UInt8]] = []
        for _ in 0..<300 { values.append(try PHPSerializer.bytes(.array(Self.randomArray(&random)))) }
        var questions: [[UInt8]] = []
        for value in values {
            guard case .replace(let rest) = TokenMeta.read(value).removing("ab12") else { continue }
            questions.append(Array("\(PHP.hex(value)) \(PHP.hex(rest))".utf8))
        }
        #expect(questions.count > 150)
        let code = """
            [$old, $new] = array_map("hex2bin", explode(" ", $in));
            $value = unserialize($old);
            foreach ($value as $key => $entry) {
                if (($entry["token"] ?? $entry) === "ab12") { unset($value[$key]); }
            }
            return serialize($value) === $new && unserialize($new) === $value ? "same" : "$old | $new";
            """
        #expect(try PHP.evaluate(code, for: questions).filter { $0 != "same" } == [])
    }

    private static func randomArray(_ random: inout SeededGenerator) -> PHPArray {
        var array = PHPArray()
        let tokens = ["ab12", "0001", "ffff", "00ff00ff", "not a token;}\""]
        for _ in 0..<Int.random(in: 2...25, using: &random) {
            let number = Int.random(in: -3...40, using: &random)
            let key = Bool.random(using: &random) ? PHPKey("\(number)") : PHPKey("0\(number)é")
            let token = PHPValue.text(tokens[Int.random(in: 0..<tokens.count, using: &random)])
            var record = PHPArray()
            record.set(PHPKey("device"), .double(0.1))
            record.set(PHPKey("token"), token)
            array.set(key, Bool.random(using: &random) ? token : .array(record))
        }
        return array
    }
}

extension String {
    /// The serialized string with the length that its content has.
    fileprivate func replacingLength() -> String {
        let content = drop { $0 != "\"" }.dropFirst().dropLast(2)
        return "s:\(content.utf8.count):\"\(content)\";"
    }
}
