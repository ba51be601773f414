import JSONText
import Testing

@Suite struct JSONParserTests {
    private func parse(_ text: String, depth: Int = 64) throws -> JSONValue {
        try JSONParser.parse(Array(text.utf8), maximumDepth: depth)
    }

    @Test(arguments: [
        #"{"a":[1,-2,3.50,1e3,"é\n\"😀",true,false,null,{}],"b":{"c":[]}}"#, #""x""#, "0", "-0", "18446744073709551616",
    ])
    func whatIsReadIsWrittenBackUnchanged(text: String) throws {
        #expect(JSONWriter.text(try parse(text)) == text)
    }

    @Test func escapesAndSurrogatePairsBecomeText() throws {
        #expect(try parse(#""\u00fc\ud83d\ude00\/\b\f""#) == .string("ü😀/\u{8}\u{c}"))
    }

    @Test func ofTwoMembersWithOneNameTheLaterWins() throws {
        #expect(try parse(#"{"a":1,"b":2,"a":3}"#) == ["a": 3, "b": 2])
    }

    @Test func aLargeObjectFindsItsMembers() throws {
        let object = JSONObject((0..<100).map { ("key\($0)", JSONValue.integer($0)) })
        #expect(object["key99"] == 99 && object["key3"] == 3 && object["key100"] == nil)
    }

    @Test(arguments: [
        "", "{", "[1,", #"{"a"}"#, #"{"a":}"#, "{a:1}", "01", "1.", "1e", "+1", ".5", "tru", "nul", "[1] x", #""\x""#,
        #""\ud800""#, #""\ud800\u0041""#, #""\u12g4""#, "\"\n\"", #""abc"#, "'a'", "NaN", "[1,]", #"{"a":1,}"#,
        #""\u+123""#,
    ])
    func brokenTextIsRefusedWithAReason(text: String) {
        #expect(throws: JSONError.self) { try parse(text) }
    }

    @Test func invalidUTF8IsRefused() {
        #expect(throws: JSONError(problem: "a string is not valid UTF-8", offset: 1)) {
            try JSONParser.parse([0x22, 0xC3, 0x28, 0x22])
        }
    }

    @Test func nestingBeyondTheLimitIsRefusedAndNotCrashedOn() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: JSONError(problem: "nested deeper than 64 levels", offset: 64)) { try parse(deep) }
        #expect(throws: Never.self) { try parse("[[1]]", depth: 2) }
        #expect(throws: JSONError.self) { try parse("[[[1]]]", depth: 2) }
    }
}
