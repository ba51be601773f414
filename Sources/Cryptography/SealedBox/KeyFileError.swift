/// Why the secret key file was not read or written; each names the file, what was found, and the command to give.
package enum KeyFileError: Error, Equatable, CustomStringConvertible {
    /// There is no such file.
    case missing(path: String)
    /// A key is there already; it is never overwritten.
    case exists(path: String)
    /// A symbolic link, directory, pipe or device.
    case notARegularFile(path: String)
    /// Group or others may touch the file; `mode` as found.
    case openToOthers(path: String, mode: UInt32)
    /// The file belongs to a user who is neither root nor the one that runs the daemon.
    case foreignOwner(path: String, owner: UInt32, wanted: UInt32)
    /// Others may put another file in its place; `mode` as found.
    case directoryWritable(directory: String, mode: UInt32)
    /// The directory belongs to a user who could put another file in its place.
    case directoryOwner(directory: String, owner: UInt32, wanted: UInt32)
    /// More than a key file can have.
    case tooLarge(path: String)
    /// Not a key file, or a damaged one.
    case malformed(path: String)
    /// The key is not the one that the file's first line names.
    case fingerprintDiffers(path: String, expected: String, found: String)
    /// The system refused; its words.
    case system(path: String, action: String, errno: Int32, text: String)
    /// The key could not be loaded.
    case key(SealedBoxError)

    package var description: String {
        switch self {
        case .missing(let path):
            "secret key file \(path) is missing: restore it from your backup, or make one with "
                + "`push-bridge keys generate` and store every credential again"
        case .exists(let path):
            "secret key file \(path) exists already and is left as it is: without it no stored credential can be "
                + "read. `push-bridge keys rotate` changes the key safely"
        case .notARegularFile(let path):
            "secret key file \(path) is not a regular file (symbolic links are not followed): "
                + "set key_file to the file itself"
        case .openToOthers(let path, let mode):
            "secret key file \(path) has mode \(octal(mode)): others can reach the key. Run: chmod 600 \(quote(path))"
        case .foreignOwner(let path, let owner, let wanted):
            "secret key file \(path) belongs to user \(owner), not to root or user \(wanted). "
                + "Run: chown \(wanted) \(quote(path))"
        case .directoryWritable(let directory, let mode):
            "directory \(directory) of the secret key file has mode \(octal(mode)): others could replace the key. "
                + "Run: chmod go-w \(quote(directory))"
        case .directoryOwner(let directory, let owner, let wanted):
            "directory \(directory) of the secret key file belongs to user \(owner), who could replace the key. "
                + "Run: chown \(wanted) \(quote(directory))"
        case .tooLarge(let path):
            "\(path) is larger than a secret key file can be: set key_file to the one that "
                + "`push-bridge keys generate` made"
        case .malformed(let path):
            "\(path) is not a secret key file (32 bytes in Base64 on a line): restore it from your backup"
        case .fingerprintDiffers(let path, let expected, let found):
            "secret key file \(path) is damaged: its first line names key \(expected), the key in it is \(found). "
                + "Restore it from your backup"
        case .system(let path, let action, let errno, let text):
            "cannot \(action) secret key file \(path): \(text) (error \(errno))"
        case .key(let error): error.description
        }
    }

    private func octal(_ mode: UInt32) -> String {
        let digits = String(mode & 0o7777, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// For a shell; what needs no quotes gets none.
    private func quote(_ path: String) -> String {
        let plain = path.utf8.allSatisfy {
            $0 > 0x7f || Unicode.Scalar($0).properties.isAlphabetic || (0x2b...0x3a).contains($0) || $0 == 0x5f
        }
        if plain { return path }
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
