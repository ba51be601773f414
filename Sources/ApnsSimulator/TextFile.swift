import Glibc

/// Small files, with the system's reason when something fails.
enum TextFile {
    private static let limit = 16 << 20

    /// Whether there is something of this name.
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Makes a directory and those above it, where missing.
    static func makeDirectory(_ path: String) throws(SimulatorError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part + "/"
            if unsafe mkdir(made, 0o755) != 0, errno != EEXIST { throw failure("making \(made)") }
        }
    }

    /// The whole of a file, up to 16 MiB.
    static func read(_ path: String) throws(SimulatorError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("reading \(path)") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw failure("reading \(path)") }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw SimulatorError("\(path): larger than 16 MiB") }
        }
    }

    /// Writes a file anew under another name and puts it in place, so that nobody reads half of it.
    static func write(_ text: String, to path: String, mode: mode_t) throws(SimulatorError) {
        try write(Array(text.utf8), to: path, mode: mode)
    }

    /// The same for bytes.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(SimulatorError) {
        let draft = "\(path).\(getpid())"
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("writing \(draft)") }
        let count = unsafe Glibc.write(descriptor, bytes, bytes.count)
        guard close(descriptor) == 0, count == bytes.count, unsafe rename(draft, path) == 0 else {
            throw failure("writing \(path)")
        }
    }

    private static func failure(_ what: String) -> SimulatorError {
        SimulatorError("\(what): \(unsafe String(cString: strerror(errno)))")
    }
}
