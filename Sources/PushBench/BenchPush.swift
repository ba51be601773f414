/// What every bench sends: an alert of 283 bytes under the simulator's example topic.
enum BenchPush {
    static let bundleID = "com.example.app"
    static let title = "Anna sent you a message"
    static let text = String(repeating: "Are you coming to the lake on Sunday? ", count: 5)

    static let topic = Array(bundleID.utf8)
    static let alert = Array("alert".utf8)
    static let priority = Array("10".utf8)
    static let body = Array(
        #"{"aps":{"alert":{"title":"\#(title)","body":"\#(text)"},"sound":"default"},"data":{"id":12345}}"#.utf8)

    /// Twelve digits that tell one push from another.
    static func digits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    }

    /// The device token that ends in `digits`.
    static func token(_ digits: String) -> String { tokenStart + digits }
    private static let tokenStart = String(repeating: "ab", count: 26)
}
