import Glibc

/// Reads small files of the checkout and of tests.
package enum TestFile {
    /// The bytes of the file at `path`.
    package static func read(_ path: String) throws -> [UInt8] {
        let file = unsafe open(path, O_RDONLY)
        guard file >= 0 else { throw TestServerError("\(path) cannot be opened: errno \(errno)") }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe Glibc.read(file, &part, part.count)
            guard count >= 0 else { throw TestServerError("\(path) cannot be read: errno \(errno)") }
            if count == 0 { return bytes }
            bytes += part.prefix(count)
        }
    }
}
