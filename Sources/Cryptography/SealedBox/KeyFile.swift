import Glibc

/// The file that holds the secret key of the sealed boxes: a comment naming the key, then the key in Base64.
package enum KeyFile {
    /// Makes the file with mode 0600, complete and on disk, or not at all. Never overwrites: throws `exists`.
    /// `owner` gets the file when root makes it for the service's user.
    package static func write(_ key: BoxSecretKey, to path: String, owner: (user: UInt32, group: UInt32)? = nil)
        throws(KeyFileError)
    {
        let target = FileLocation(path)
        let directory = unsafe open(target.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw systemError(path, "open the directory of") }
        defer { close(directory) }
        // The name is random so that a leftover of a crash is in nobody's way.
        let temporary = target.sibling(".\(target.name).\(HexText.encode(RandomBytes.make(8)))")
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw systemError(path, "create") }
        defer {
            close(file)
            unsafe unlink(temporary)
        }
        var text = text(of: key)
        defer { text.wipe() }
        // The umask may have taken bits away; nothing else would give them back.
        guard unsafe Glibc.write(file, text, text.count) == text.count, fchmod(file, 0o600) == 0, fsync(file) == 0
        else { throw systemError(path, "write") }
        if let owner, fchown(file, owner.user, owner.group) != 0 { throw systemError(path, "change the owner of") }
        // Unlike rename, link refuses to replace what is there.
        guard unsafe link(temporary, path) == 0 else {
            if errno == EEXIST { throw .exists(path: path) }
            throw systemError(path, "create")
        }
        guard fsync(directory) == 0 else {
            let error = systemError(path, "write")
            unsafe unlink(path)
            throw error
        }
    }

    /// Reads the key after checking that nobody else can read or replace the file.
    ///
    /// The owner must be root, the effective user, or `serviceUser` (for root's commands on the service's file).
    /// Below `credentialsDirectory`, systemd's `$CREDENTIALS_DIRECTORY`, group bits are the system's own doing.
    package static func read(_ path: String, credentialsDirectory: String? = nil, serviceUser: UInt32? = nil)
        throws(KeyFileError) -> BoxSecretKey
    {
        // O_NONBLOCK: a pipe in the key's place must not hang the start.
        let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            switch errno {
            case ENOENT: throw .missing(path: path)
            case ELOOP: throw .notARegularFile(path: path)
            default: throw systemError(path, "open")
            }
        }
        defer { close(file) }
        var found = stat()
        guard unsafe fstat(file, &found) == 0 else { throw systemError(path, "examine") }
        guard found.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile(path: path) }
        let trusted: Set<UInt32> = [0, geteuid(), serviceUser ?? 0]
        let wanted = serviceUser ?? geteuid()
        guard trusted.contains(found.st_uid) else {
            throw .foreignOwner(path: path, owner: found.st_uid, wanted: wanted)
        }
        let isCredential = credentialsDirectory.map { FileLocation(path).isBelow($0) } ?? false
        guard isCredential || found.st_mode & 0o077 == 0 else {
            throw .openToOthers(path: path, mode: found.st_mode & 0o7777)
        }
        try checkDirectory(of: path, trusted: trusted, wanted: wanted)
        return try key(in: file, path: path)
    }

    private static func checkDirectory(of path: String, trusted: Set<UInt32>, wanted: UInt32) throws(KeyFileError) {
        let directory = FileLocation(path).directory
        var found = stat()
        guard unsafe stat(directory, &found) == 0 else { throw systemError(path, "examine the directory of") }
        guard trusted.contains(found.st_uid) else {
            throw .directoryOwner(directory: directory, owner: found.st_uid, wanted: wanted)
        }
        guard found.st_mode & 0o022 == 0 else {
            throw .directoryWritable(directory: directory, mode: found.st_mode & 0o7777)
        }
    }

    private static func key(in file: Int32, path: String) throws(KeyFileError) -> BoxSecretKey {
        var buffer = [UInt8](repeating: 0, count: sizeLimit + 1)
        defer { buffer.wipe() }
        let count = unsafe Glibc.read(file, &buffer, buffer.count)
        guard count >= 0 else { throw systemError(path, "read") }
        guard count <= sizeLimit else { throw .tooLarge(path: path) }
        var expected: String?
        var raw: [UInt8]?
        defer { raw?.wipe() }
        for line in buffer[..<count].split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            if line.first == UInt8(ascii: "#") {
                expected = expected ?? fingerprint(in: line)
            } else if line.contains(where: { $0 > 32 }) {
                guard raw == nil, let bytes = Base64.decode(ascii: line) else { throw .malformed(path: path) }
                raw = bytes
            }
        }
        guard let raw, raw.count == 32 else { throw .malformed(path: path) }
        let key: BoxSecretKey
        do {
            key = try BoxSecretKey(bytes: raw)
        } catch {
            throw .key(error)
        }
        let found = key.publicKey.fingerprint
        if let expected, expected != found {
            throw .fingerprintDiffers(path: path, expected: expected, found: found)
        }
        return key
    }

    private static func text(of key: BoxSecretKey) -> [UInt8] {
        var encoded = key.base64()
        defer { encoded.wipe() }
        var text = Array("\(heading) \(key.publicKey.fingerprint)\n".utf8)
        text.reserveCapacity(text.count + encoded.count + 1)
        text.append(contentsOf: encoded)
        text.append(10)
        return text
    }

    /// The fingerprint in our own heading; other comments are people's.
    private static func fingerprint(in line: ArraySlice<UInt8>) -> String? {
        guard line.starts(with: heading.utf8) else { return nil }
        return String(decoding: line.dropFirst(heading.utf8.count).filter { $0 > 32 }, as: UTF8.self)
    }

    private static let heading = "# push-bridge secret key. Keep a copy where only you can read it. Fingerprint:"
    private static let sizeLimit = 4096

    static func systemError(_ path: String, _ action: String) -> KeyFileError {
        let code = errno
        let text = unsafe String(cString: strerror(code))
        return .system(path: path, action: action, errno: code, text: text)
    }
}
