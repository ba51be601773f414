import ServiceRuntime

/// `[state] directory`: where daemons keep their journals.
enum StateDirectory {
    private static let mode: UInt32 = 0o750

    /// Makes it when it is missing; root gives it to the daemon's user.
    /// - Throws: `SystemError`.
    static func prepare(_ path: String) throws(SystemError) {
        try FileSystem.makeDirectories(path, mode: mode)
        if let owner = KeyPair.newOwner { try FileSystem.changeOwner(path, to: owner) }
    }
}
