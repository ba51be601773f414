import ServiceRuntime

/// A file that an option names, or standard input.
enum InputFile {
    /// The bytes of `path`; `-` is standard input.
    /// - Throws: `CommandFailure` with `code` when it cannot be read, or is larger than `limit` bytes.
    static func read(
        _ path: String, limit: Int, failure code: ExitCode = .failed
    ) throws(CommandFailure) -> [UInt8] {
        do {
            return path == "-"
                ? try FileSystem.readStandardInput(limit: limit) : try FileSystem.read(path, limit: limit)
        } catch {
            throw CommandFailure(code, "\(error)")
        }
    }

    /// Whether users other than owner and group may read the file.
    static func isReadableByOthers(_ path: String) -> Bool {
        (FileSystem.status(path)?.permissions ?? 0) & 0o004 != 0
    }
}
