/// One HTTP/1.1 request to the control port, collected within bounds.
struct ControlRequest {
    /// How far it has come.
    enum Progress {
        case incomplete
        case complete(ControlRequest)
        /// Not understood: the status to answer with, and why.
        case refused(status: Int, reason: String)
    }

    let method: String
    let path: String
    /// The parameters after the question mark.
    let parameters: [String: String]
    let body: [UInt8]

    private static let headLimit = 16_384
    private static let bodyLimit = 16 << 20

    /// Looks at what has come in so far.
    static func read(_ bytes: [UInt8]) -> Progress {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            return bytes.count > headLimit ? .refused(status: 431, reason: "the headers are too long") : .incomplete
        }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
            return .refused(status: 400, reason: "not an HTTP/1.1 request")
        }
        var length = 0
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            switch line[..<colon].lowercased() {
            case "content-length":
                guard let number = Int(value), number >= 0 else {
                    return .refused(status: 400, reason: "Content-Length is no number")
                }
                length = number
            case "transfer-encoding": return .refused(status: 411, reason: "send a Content-Length")
            // A web page in the developer's browser must not be able to steer the simulator.
            case "origin": return .refused(status: 403, reason: "browsers are not served")
            default: break
            }
        }
        guard length <= bodyLimit else { return .refused(status: 413, reason: "the body is larger than 16 MiB") }
        guard bytes.count >= end.upperBound + length else { return .incomplete }
        let target = words[1].split(separator: "?", maxSplits: 1)
        return .complete(
            ControlRequest(
                method: String(words[0]), path: String(target.first ?? ""),
                parameters: target.count == 2 ? parameters(target[1]) : [:],
                body: Array(bytes[end.upperBound..<end.upperBound + length])))
    }

    private static func parameters(_ text: Substring) -> [String: String] {
        var parameters: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            parameters[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
        }
        return parameters
    }
}
