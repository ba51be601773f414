import Testing

@testable import PushDaemon

@Suite struct INIFileTests {
    private func values(_ text: String) -> [String] {
        INIFile(Array(text.utf8)).entries.map { "\($0.line) \($0.section).\($0.key)=\($0.value)" }
    }

    @Test func sectionsKeysAndCommentsAreReadWithTheirLines() {
        let text = "; one\n# two\n\n[a]\nx = 1\n  y=2  \n[ b ]\r\nz = \r\n"
        #expect(values(text) == ["5 a.x=1", "6 a.y=2", "8 b.z="])
    }

    @Test func aByteOrderMarkIsSkipped() {
        #expect(values("\u{FEFF}[a]\nx = ü") == ["2 a.x=ü"])
    }

    @Test(arguments: [
        (#"x = "a b ; c # d" ; comment"#, "a b ; c # d"), ("x = 'a\"b\\'", "a\"b\\"),
        (#"x = "a\"b\\c\d""#, #"a"b\c\d"#),
        ("x = a;b#c", "a;b#c"), ("x = a ; b", "a"), ("x = a\t# b", "a"), ("x = ; b", ""), ("x = a=b", "a=b"),
        ("x = \"\"", ""),
    ])
    func quotesAndCommentsEndAValueAsDocumented(line: String, value: String) {
        #expect(values("[a]\n\(line)") == ["2 a.x=\(value)"])
    }

    @Test(arguments: [
        ("[a\nx = 1", 1), ("[]\n", 1), ("[a]\nx", 2), ("x = 1", 1), ("[a]\n= 1", 2), ("[a]\n\nx = \"b", 3),
        ("[a]\nx = 'b' c", 2), ("[a]\nx = a\u{0}b", 2),
    ])
    func everyBrokenLineIsNamed(text: String, line: Int) {
        let file = INIFile(Array(text.utf8))
        #expect(file.faults.map(\.line) == [line])
        #expect(file.entries.allSatisfy { $0.section.isEmpty })
    }

    @Test func bytesThatAreNoTextAreNamed() {
        let file = INIFile(Array("[a]\nx = ".utf8) + [0xFF, 0x0A] + Array("y = 1".utf8))
        #expect(file.faults.map(\.line) == [2])
        #expect(file.entries.map(\.key) == ["y"])
    }
}
