import JSONText
import Testing
import WordPress

/// A token of 64 digits made of one, so that tests read easily.
func token(_ digit: Character) -> String { String(repeating: digit, count: 64) }

@Suite struct TokenMetaTests {
    private func read(_ text: String) -> TokenMeta { TokenMeta.read(Array(text.utf8)) }
    private let a = token("a")
    private let b = token("b")

    @Test func theBareTokenIsReadInEverySpelling() {
        for text in ["ab01", "AB01", "<ab 01>", " ab01\n", "<AB01>"] {
            let meta = read(text)
            #expect(meta.entries.map(\.token) == ["ab01"] && meta.entries.map(\.raw) == [text])
            #expect(meta.malformed.isEmpty && meta.isRewritable)
        }
        #expect(read(token("c") + token("c") + token("c") + "01234567").entries.count == 1)
    }

    @Test(arguments: [
        "a", "abc", "xyz1", "ab/cd0", "../../3/device/ab", "ab%20", "true", "null", "-12", "<>", "é",
        String(repeating: "a", count: 202),
    ])
    func whatIsNoTokenIsMalformedAndNeverSent(text: String) {
        let meta = read(text)
        #expect(meta.entries.isEmpty && meta.unreadable == nil)
        #expect(meta.malformed.count == 1 && meta.malformed.first?.raw == String(text.prefix(200)))
    }

    @Test(arguments: ["", "  ", "N;", "a:0:{}", "[]", "{}", "b:0;", #"s:0:"";"#, #"["",null]"#, #"{"token":""}"#])
    func whereNothingIsRegisteredNothingIsReported(text: String) {
        let meta = read(text)
        #expect(meta.entries.isEmpty && meta.malformed.isEmpty && meta.unreadable == nil)
    }

    @Test func aTokenOfAnotherPlatformTellsWhichEvenWhenItLooksLikeNoToken() {
        let texts = [
            #"[{"token":"fcm:APA91b_x","platform":"Android"}]"#,
            #"a:1:{i:0;a:2:{s:5:"token";s:12:"fcm:APA91b_x";s:8:"platform";s:7:"android";}}"#,
        ]
        for text in texts { #expect(read(text).malformed.map(\.platform) == ["android"], "\(text)") }
        #expect(read("xyz1").malformed.map(\.platform) == [nil])
    }

    @Test func listsAndMapsOfTokensAreReadInOrder() {
        let texts = [
            #"["\#(a)","\#(b)"]"#, #"{"phone":"\#(a)","pad":"\#(b)"}"#, #" [ "\#(a)" , "\#(b.uppercased())" ] "#,
            #"a:2:{i:0;s:64:"\#(a)";i:1;s:64:"\#(b)";}"#, #"a:2:{s:5:"phone";s:64:"\#(a)";i:9;s:64:"\#(b)";}"#,
            #"a:2:{i:0;a:1:{s:5:"token";s:64:"\#(a)";}s:1:"x";a:1:{s:5:"token";s:64:"\#(b)";}}"#,
        ]
        for text in texts {
            #expect(read(text).entries.map(\.token) == [a, b], "\(text)")
            #expect(read(text).malformed.isEmpty && read(text).isRewritable, "\(text)")
        }
    }

    @Test func aRecordGivesItsDetailsInEitherNotation() throws {
        let json = """
            {"device":"Anna's iPhone","token":"<AAAA bbbb>","environment":"Sandbox","registered_at":1700000000,
             "bundle_id":"de.example.app","activity_id":"A1","platform":"iOS","other":[1]}
            """
        let php = """
            a:7:{s:6:"device";s:13:"Anna's iPhone";s:5:"token";s:11:"<AAAA bbbb>";s:11:"environment";s:11:"development";\
            s:13:"registered_at";s:13:"1700000000000";s:9:"bundle_id";s:14:"de.example.app";s:11:"activity_id";s:2:"A1";\
            s:8:"platform";s:3:"ios";}
            """
        for text in [json, php, "[\(json)]", "a:1:{i:3;\(php)}", #"s:\#(php.utf8.count):"\#(php)";"#] {
            let entry = try #require(read(text).entries.first, "\(text)")
            #expect(entry.token == "aaaabbbb" && entry.raw == "<AAAA bbbb>")
            #expect(entry.environment == "sandbox" && entry.registeredAt == 1_700_000_000_000)
            #expect(entry.bundleID == "de.example.app" && entry.device == "Anna's iPhone")
            #expect(entry.activityID == "A1" && entry.platform == "ios")
            #expect(read(text).entries.count == 1)
        }
    }

    @Test func detailsOfTheWrongKindCountAsAbsent() throws {
        let text = #"{"token":"ab","environment":7,"registered_at":"soon","bundle_id":[],"device":{},"platform":null}"#
        let entry = try #require(read(text).entries.first)
        #expect(entry.details == read("ab").entries.first?.details)
    }

    @Test(
        arguments: [
            ("1700000000", 1_700_000_000_000), ("1700000000000", 1_700_000_000_000),
            ("1700000000.5", 1_700_000_000_500),
            (#""1700000000""#, 1_700_000_000_000), (#""2023-11-14T22:13:20Z""#, 1_700_000_000_000),
            (#""2023-11-14T23:13:20.25+01:00""#, 1_700_000_000_250), (#""2023-11-14 22:13:20""#, 1_700_000_000_000),
            (#""2023-11-14T17:13:20-0500""#, 1_700_000_000_000), (#""2024-02-29""#, 1_709_164_800_000),
            (#""2000-03-01T00:00Z""#, 951_868_800_000), (#""1970-01-02""#, 86_400_000), ("0", nil), ("-5", nil),
            (#""2023-02-29""#, nil), (#""2023-13-01""#, nil), (#""2023-11-14T25:00""#, nil), (#""""#, nil),
            ("1e300", nil),
            (#""2023-11-14T22:13:20Zjunk""#, nil), (#""20231114T221320Z""#, nil), (#""0x10""#, nil), (#""1inf""#, nil),
        ] as [(String, Int64?)])
    func theTimeOfRegistrationIsReadInEveryNotation(text: String, expected: Int64?) throws {
        let entry = try #require(read(#"{"token":"ab","registered_at":\#(text)}"#).entries.first)
        #expect(entry.registeredAt == expected)
    }

    @Test(arguments: [
        "a:2:{i:0;s:2:\"ab\";}", "s:9:\"ab\";", "a:1:{i:0;s:64:\"abc", "[\"ab\"", "{\"token\":\"ab\"", "[ab]",
        "{\"a\"line}",
        "C:3:\"Foo\":2:{ab}", "E:8:\"Suit:Ace\";", "\"ab",
    ])
    func brokenTextIsReportedAndNeverTouched(text: String) {
        let meta = read(text)
        #expect(meta.entries.isEmpty && meta.unreadable != nil && !meta.isRewritable)
        guard case .notRewritable = meta.removing("ab") else { return #expect(Bool(false), "\(text)") }
    }

    @Test func goodTokensAreReadBesideMalformedOnes() {
        let meta = read(#"["\#(a)","no token",17,[],{"device":"x"},{"token":"zz"}]"#)
        #expect(meta.entries.map(\.token) == [a])
        #expect(meta.malformed.map(\.raw) == ["no token", "17", "", "", "zz"])
        #expect(meta.malformed.first?.explanation.hasPrefix("element 1 is not") == true)
    }

    @Test func tokensInObjectsAreReadButTheValueIsNotRewritten() {
        let object = #"O:8:"stdClass":2:{s:5:"token";s:4:"abcd";s:11:"environment";s:7:"sandbox";}"#
        for text in [object, "a:1:{i:0;\(object)}", #"a:2:{i:0;s:4:"abcd";i:1;O:3:"Foo":0:{}}"#] {
            let meta = read(text)
            #expect(meta.entries.map(\.token) == ["abcd"] && !meta.isRewritable)
            guard case .notRewritable(let reason) = meta.removing("abcd") else { return #expect(Bool(false)) }
            #expect(reason.contains("an object of class"))
            #expect(meta.removing("ef01") == .notFound)
        }
        let references = read(#"a:2:{i:0;s:4:"abcd";i:1;R:2;}"#)
        #expect(references.entries.count == 1 && references.malformed.isEmpty)
        #expect(references.removing("abcd") == .notRewritable("the value holds a PHP reference"))
    }
}
