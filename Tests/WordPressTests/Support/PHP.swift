import Glibc

/// PHP itself, the judge of what serialized text means.
enum PHP {
    /// Evaluates `code` once for each input, which it finds as bytes in `$in`, and gives what it returns, as text.
    static func evaluate(_ code: String, for inputs: [[UInt8]]) throws -> [String] {
        var answers: [String] = []
        var batch: [String] = []
        var size = 0
        for input in inputs {
            let line = hex(input)
            // One shell command holds 128 KiB.
            if size + line.utf8.count > 100_000, !batch.isEmpty {
                answers += try run(code, batch)
                batch = []
                size = 0
            }
            batch.append(line)
            size += line.utf8.count + 1
        }
        if !batch.isEmpty { answers += try run(code, batch) }
        guard answers.count == inputs.count else {
            throw Failure(description: "php gave \(answers.count) answers to \(inputs.count) questions")
        }
        return answers
    }

    /// Lower-case hexadecimal digits, for `hex2bin()` and to compare with `bin2hex()`.
    static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func run(_ code: String, _ lines: [String]) throws -> [String] {
        let loop = """
            error_reporting(0); ini_set("memory_limit", "512M");
            $judge = function ($in) { \(code) };
            while (($line = fgets(STDIN)) !== false) { echo $judge(hex2bin(trim($line))), "\\n"; }
            """
        precondition(!loop.contains("'"), "the code stands in a shell's single quotes")
        let command = "php -n -r '\(loop)' <<'END'\n" + lines.map { $0 + "\n" }.joined() + "END\n"
        guard let pipe = unsafe popen(command, "r") else { throw Failure(description: "cannot start php") }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, pipe)
            if count == 0 { break }
            output += buffer[..<count]
        }
        let status = unsafe pclose(pipe)
        guard status == 0 else { throw Failure(description: "php ended with status \(status)") }
        let text = String(decoding: output, as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
