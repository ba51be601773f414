import Glibc
import ServiceRuntime

/// A directory of mode 0700 that goes, with all in it, when its owner does.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/pbcli-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw SystemError("cannot make a temporary directory", code: errno)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a file with these permissions and returns its path.
    @discardableResult func write(_ name: String, _ text: String, mode: UInt32 = 0o600) throws -> String {
        try FileSystem.create("\(path)/\(name)", Array(text.utf8), mode: mode)
        return "\(path)/\(name)"
    }

    /// The text of a file in it.
    func read(_ name: String) throws -> String {
        String(decoding: try FileSystem.read("\(path)/\(name)", limit: 1 << 20), as: UTF8.self)
    }

    deinit {
        _ = unsafe system("rm -rf '\(path)'")
    }
}
