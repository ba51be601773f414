import ServiceRuntime
import Testing

/// Holds the page that compares us with others to the tests which prove our side of it.
@Suite struct PeersPageTests {
    private static let root = "\(#filePath)".split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    private static let page = "\(root)/Sources/PushCore/PushCore.docc/Peers.md"

    private static func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
    }

    @Test func everyLinkOfThePeersPageLeadsToATest() throws {
        // [word](../../../Tests/Suite/File.swift "nameOfTheTest")
        let links = try Self.text(Self.page).matches(of: /\]\(\.\.\/\.\.\/\.\.\/([^ )]*)(?: "([^"]*)")?\)/)
        #expect(links.count > 100)
        for link in links {
            let file = String(link.output.1)
            let test = link.output.2.map(String.init) ?? "a name of a test"
            let source = try? Self.text("\(Self.root)/\(file)")
            let definitions = ["func \(test)(", "function \(test)(", "def \(test)("]
            #expect(
                definitions.contains { source?.contains($0) == true },
                "Peers.md leads to \"\(test)\" in \(file), which is not there")
        }
    }
}
