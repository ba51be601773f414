import Glibc

/// The few things that commands do with files; every failure names the path.
package enum FileSystem {
    /// The bytes of a file.
    /// - Throws: `SystemError`; one of more than `limit` bytes is refused with EFBIG.
    package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw SystemError("cannot read \(path)", code: errno) }
        defer { close(file) }
        return try read(descriptor: file, name: path, limit: limit)
    }

    /// The bytes of standard input up to its end.
    /// - Throws: `SystemError`; more than `limit` bytes are refused with EFBIG.
    package static func readStandardInput(limit: Int) throws(SystemError) -> [UInt8] {
        try read(descriptor: STDIN_FILENO, name: "standard input", limit: limit)
    }

    private static func read(descriptor: Int32, name: String, limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError("cannot read \(name)", code: errno)
            }
            bytes.append(contentsOf: chunk[..<count])
            if bytes.count > limit { throw SystemError("cannot read \(name) (more than \(limit) bytes)", code: EFBIG) }
        }
    }

    /// Writes a new file with exactly the permissions `mode`, and waits until it is on the disk.
    /// - Throws: `SystemError`; EEXIST when there is such a file, which stays as it was.
    package static func create(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard file >= 0 else { throw SystemError("cannot create \(path)", code: errno) }
        defer { close(file) }
        guard fchmod(file, mode) == 0, StandardStream.writeAll(bytes, to: file), fsync(file) == 0 else {
            let code = errno
            unsafe unlink(path)
            throw SystemError("cannot write \(path)", code: code)
        }
    }

    /// Makes a directory and those above it; one that exists stays as it is.
    package static func makeDirectories(_ path: String, mode: UInt32) throws(SystemError) {
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: true) {
            made += (made.isEmpty && !path.hasPrefix("/") ? "" : "/") + part
            guard unsafe mkdir(made, mode) != 0 else { continue }
            let code = errno
            if code == EEXIST || status(made)?.isDirectory == true { continue }
            throw SystemError("cannot make the directory \(made)", code: code)
        }
    }

    /// Gives a file or directory to a user.
    package static func changeOwner(_ path: String, to user: SystemUser) throws(SystemError) {
        guard unsafe chown(path, user.id, user.group) == 0 else {
            throw SystemError("cannot give \(path) to the user \(user.name)", code: errno)
        }
    }

    /// Type, permissions and owner; nil when there is no such file or it cannot be seen.
    package static func status(_ path: String) -> FileStatus? {
        var raw = stat()
        guard unsafe stat(path, &raw) == 0 else { return nil }
        return FileStatus(
            isDirectory: raw.st_mode & S_IFMT == S_IFDIR, permissions: UInt32(raw.st_mode & 0o7777), owner: raw.st_uid)
    }

    /// Whether this process may read the file.
    package static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    /// Whether this process may write into the file or directory.
    package static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

    /// The path from the root; a relative one is taken from the current directory.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(here) }
        return unsafe String(cString: here) + "/" + path
    }
}
