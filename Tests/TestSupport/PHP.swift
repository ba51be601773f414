import Glibc

/// Asks the real PHP.
package enum PHP {
    /// What `code` prints; `$argv[1]` … are `arguments`. Warnings are printed, too.
    package static func run(_ code: String, _ arguments: [String] = []) throws -> String {
        let path = "/tmp/pbphp.\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
        defer { unsafe _ = unlink(path) }
        try Command.run(["php", "-d", "display_errors=1", "-r", code, "--"] + arguments, log: path)
        return String(decoding: try TestFile.read(path), as: UTF8.self)
    }
}
