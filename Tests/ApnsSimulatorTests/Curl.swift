import Glibc
import ServiceRuntime

/// Sends requests with the curl program, one after the other on one connection: a client that is not ours.
struct Curl: Sendable {
    /// One request to send.
    struct Request: Sendable {
        var url: String
        var path = "/3/device/" + String(repeating: "ab", count: 32)
        var method = "POST"
        var headers: [String] = []
        var body: String? = #"{"aps":{"alert":"Hello"}}"#
    }

    /// One answer; status 0 = none.
    struct Answer: Sendable {
        var status = 0
        var headers: [String: String] = [:]
        var body = ""

        /// The `reason` of Apple's JSON body.
        var reason: String? {
            guard let start = body.firstRange(of: "\"reason\":\"") else { return nil }
            return String(body[start.upperBound...].prefix { $0 != "\"" })
        }
    }

    let caFile: String
    var options: [String] = []

    /// Sends the requests and returns their answers, and curl's exit code.
    func send(_ requests: [Request]) -> (answers: [Answer], exitCode: Int32) {
        var files: [String] = []
        func file(_ text: String) -> String {
            let path = "\(caFile).curl.\(UInt64.random(in: 0 ... .max))"
            let bytes = Array(text.utf8)
            let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            _ = unsafe write(descriptor, bytes, bytes.count)
            close(descriptor)
            files.append(path)
            return path
        }
        defer { for file in files { unsafe unlink(file) } }
        let parts = requests.map { request in
            var lines = [
                "url = \"\(request.url)\(request.path)\"", "request = \"\(request.method)\"", "http2", "include",
                "silent", "max-time = 20", "cacert = \"\(caFile)\"", "write-out = \"\\n%{http_code} end\\n\"",
            ]
            lines += options
            lines += request.headers.map { "header = \"\($0)\"" }
            if let body = request.body { lines.append("data-binary = \"@\(file(body))\"") }
            return lines.joined(separator: "\n")
        }
        let configuration = file(parts.joined(separator: "\nnext\n") + "\n")
        let (output, exitCode) = Self.run("curl -K '\(configuration)' 2>/dev/null")
        return (Self.answers(output), exitCode)
    }

    /// Sends one request.
    func send(_ request: Request) -> Answer { send([request]).answers.first ?? Answer() }

    /// Runs a shell command; gives its standard output and exit code.
    static func run(_ command: String) -> (output: String, exitCode: Int32) {
        guard let pipe = unsafe popen(command, "r") else { return ("", -1) }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, pipe)
            if count == 0 { break }
            output += buffer[..<count]
        }
        let status = unsafe pclose(pipe)
        return (String(decoding: output, as: UTF8.self), status >> 8)
    }

    private static func answers(_ output: String) -> [Answer] {
        var answers: [Answer] = []
        var answer = Answer()
        var inBody = false
        for line in output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.hasSuffix(" end"), let status = Int(line.dropLast(4)) {
                answer.status = status
                answers.append(answer)
                answer = Answer()
                inBody = false
            } else if inBody {
                answer.body += line
            } else if line.isEmpty {
                inBody = answer.status != 0
            } else if line.hasPrefix("HTTP/2 ") {
                answer.status = 1
            } else if let colon = line.firstIndex(of: ":") {
                answer.headers[String(line[..<colon])] = String(line[line.index(after: colon)...].drop { $0 == " " })
            }
        }
        return answers
    }
}

extension Curl {
    /// A request that goes its way while the test does something else.
    final class Background {
        private let thread: Thread
        private let result: Locked<Answer>

        init(_ curl: Curl, _ request: Request) {
            let result = Locked(Answer())
            self.result = result
            thread = Thread(name: "curl") {
                let answer = curl.send(request)
                result.withLock { $0 = answer }
            }
        }

        /// Waits for the answer.
        func answer() -> Answer {
            thread.join()
            return result.withLock { $0 }
        }
    }
}
