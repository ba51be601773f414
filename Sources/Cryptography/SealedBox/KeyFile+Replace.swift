import Glibc

extension KeyFile {
    /// Puts `key` into the file in place of the one that is there, which is kept as `previous` (in place of an older one).
    /// There is a key in the file at every moment, whenever this ends.
    /// - Parameter owner: as for `write`.
    package static func replace(
        _ key: BoxSecretKey, at path: String, keeping previous: String, owner: (user: UInt32, group: UInt32)?
    ) throws(KeyFileError) {
        let mark = HexText.encode(RandomBytes.make(8))
        let new = FileLocation(path).sibling(".\(FileLocation(path).name).\(mark)")
        let old = FileLocation(previous).sibling(".\(FileLocation(previous).name).\(mark)")
        try write(key, to: new, owner: owner)
        defer {
            // Gone already when all went well.
            unsafe unlink(new)
            unsafe unlink(old)
        }
        guard unsafe link(path, old) == 0 else { throw systemError(previous, "keep the key before as") }
        guard unsafe rename(old, previous) == 0 else { throw systemError(previous, "keep the key before as") }
        guard unsafe rename(new, path) == 0 else { throw systemError(path, "replace") }
    }
}
