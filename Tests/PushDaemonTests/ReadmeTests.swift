import PushDaemon
import ServiceRuntime
import Testing

/// Holds the README to the program.
@Suite struct ReadmeTests {
    private static let path = "\(#filePath)".split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/README.md"

    @Test func theReadmeNamesEverySettingAndItsSection() throws {
        let readme = String(decoding: try FileSystem.read(Self.path, limit: 1 << 20), as: UTF8.self)
        let names = SettingKey.all.map(\.name) + SettingKey.sections.map { "[\($0)]" }
        let missing = Set(names).filter { !readme.contains("`\($0)`") }
        #expect(missing.isEmpty, "README.md, \"Configuration\", lacks \(missing.sorted())")
    }
}
