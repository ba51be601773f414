import Glibc
import ServiceRuntime
import Testing

@Suite struct CoreDumpsTests {
    private func text(of path: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let count = unsafe read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test func afterDisablingNoMemoryOfTheProcessReachesACoreFile() {
        #expect(CoreDumps.disable())
        let limits = text(of: "/proc/self/limits").split(separator: "\n")
        let line = limits.first { $0.hasPrefix("Max core file size") }.map { $0.split(separator: " ") }
        #expect(line?[4] == "0" && line?[5] == "0")
        #expect(text(of: "/proc/self/coredump_filter") == "00000000\n")
    }
}
