import Glibc
import JSONText
import ServiceRuntime

/// Runs the built `push-bridge`, as a shell would.
enum Program {
    /// What a finished run left behind.
    struct Run {
        let exitCode: Int32
        let output: String
        let errors: String

        /// The output as JSON.
        var json: JSONValue {
            get throws { try JSONParser.parse(Array(output.utf8)) }
        }
    }

    /// Runs `push-bridge` with these arguments, an environment of only `environment`, and `input` on standard input.
    static func run(
        _ arguments: String..., environment: [String: String] = [:], input: String = ""
    ) throws -> Run { try shell(arguments, environment: environment, input: input, suffix: "") }

    /// The same, with more shell text behind, such as `| head -n 1`.
    static func shell(
        _ arguments: [String], environment: [String: String] = [:], input: String = "", suffix: String
    ) throws -> Run {
        let directory = try TemporaryDirectory()
        try directory.write("in", input)
        let settings = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let words = ["env", "-i"] + settings + ["timeout", "60", try path()] + arguments
        let place = directory.path
        let line =
            "{ \(words.map(quote).joined(separator: " ")) <\(place)/in 2>\(place)/err; echo $? >\(place)/code; } "
        guard let pipe = unsafe popen(line + suffix, "r") else {
            throw SystemError("cannot start a shell", code: errno)
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, pipe)
            if count == 0 { break }
            output.append(contentsOf: buffer[..<count])
        }
        _ = unsafe pclose(pipe)
        return Run(
            exitCode: Int32(try directory.read("code").prefix { $0.isNumber }) ?? -1,
            output: String(decoding: output, as: UTF8.self), errors: try directory.read("err"))
    }

    /// The program lies where the test bundle does.
    private static func path() throws -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe buffer.baseAddress.map { unsafe readlink("/proc/self/exe", $0, buffer.count) } ?? 0
        }
        guard count > 0 else { throw SystemError("cannot read /proc/self/exe", code: errno) }
        var candidates = [String(decoding: bytes[..<count], as: UTF8.self)] + CommandLine.arguments
        candidates = candidates.compactMap { text in
            text.lastIndex(of: "/").map { text[..<$0] + "/push-bridge" }
        }
        guard let found = candidates.first(where: { FileSystem.status($0)?.isDirectory == false }) else {
            throw SystemError("cannot find push-bridge beside \(CommandLine.arguments)", code: ENOENT)
        }
        return found
    }

    private static func quote(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
