import Glibc

/// Runs the programs that the tests make keys and certificates with.
enum Tool {
    /// What the program wrote to standard output; throws with its error output when it failed.
    @discardableResult static func run(_ program: String, _ arguments: String...) throws -> String {
        let directory = try TemporaryDirectory()
        let errors = "\(directory.path)/stderr"
        let quoted = ([program] + arguments).map(quote)
        guard let pipe = unsafe popen(quoted.joined(separator: " ") + " 2>'\(errors)' </dev/null", "r") else {
            throw Failure(description: "cannot start \(program)")
        }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, pipe)
            if count == 0 { break }
            output.append(contentsOf: buffer[..<count])
        }
        let status = unsafe pclose(pipe)
        guard status == 0 else {
            let text = (try? File.read(errors)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            throw Failure(description: "\(quoted.joined(separator: " ")): status \(status): \(text)")
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func quote(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
