import Glibc

/// A directory of mode 0700 that goes, with all in it, when its owner does.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/cryptography-tests-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw Tool.Failure(description: "cannot make a temporary directory: error \(errno)")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        _ = unsafe system("rm -rf '\(path)'")
    }
}
