/// What the file system says of a file.
package struct FileStatus: Sendable, Equatable {
    package let isDirectory: Bool
    /// The permission bits, as in 0o600.
    package let permissions: UInt32
    /// The owner's user id.
    package let owner: UInt32
}
