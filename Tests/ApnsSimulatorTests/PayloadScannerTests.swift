import Testing

@testable import ApnsSimulator

@Suite struct PayloadScannerTests {
    private func scan(_ text: String) -> PayloadScanner.Content? {
        let bytes = Array("..\(text)..".utf8)
        return PayloadScanner.scan(bytes, 2..<bytes.count - 2)
    }

    @Test(arguments: [
        #"{}"#, #" {"a":[1,-0.5e+3,true,false,null,"\u00e9\n\"",{"b":[]}]} "#, #"{"ä":"😀"}"#,
        "{\"a\":" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + "}",
    ])
    func aJSONObjectIsRecognised(text: String) { #expect(scan(text) != nil) }

    @Test(arguments: [
        "", "[]", "1", "{", "{}}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":01}"#, #"{"a":1.}"#, #"{"a":.5}"#,
        #"{"a":1e}"#, #"{"a":"\x"}"#, #"{"a":"\u12g4"}"#, "{\"a\":\"\n\"}", #"{"a":tru}"#, #"{'a':1}"#, #"{"a":"#,
        "{\"a\":" + String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}",
    ])
    func whatIsNoJSONObjectIsNot(text: String) { #expect(scan(text) == nil) }

    @Test func invalidUTF8IsNoJSON() {
        let bytes: [UInt8] = Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
        #expect(PayloadScanner.scan(bytes, 0..<bytes.count) == nil)
    }

    @Test func apsIsReadAtItsPlaceOnly() {
        #expect(scan(#"{"aps":{"alert":{"badge":1},"sound":"x"}}"#) == [.aps, .alert, .sound])
        #expect(scan(#"{"aps":{"content-available": 1}}"#) == [.aps, .contentAvailable])
        #expect(scan(#"{"aps":{"content-available":0}}"#) == [.aps])
        #expect(scan(#"{"data":{"aps":{"alert":"x"}},"mdm":"y"}"#) == [.mdm])
    }
}
