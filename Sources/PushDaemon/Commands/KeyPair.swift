import Cryptography
import ServiceRuntime

/// The daemon's key pair, as commands use it.
enum KeyPair {
    /// The user that the daemon runs as where the package or `make install` made it.
    static let serviceUserName = "push-bridge"

    /// The key of the configuration, after the checks of its file.
    /// - Throws: `KeyFileError`.
    static func read(_ path: String, _ context: CommandContext) throws(KeyFileError) -> BoxSecretKey {
        let credentials = context.environment["CREDENTIALS_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
        return try KeyFile.read(path, credentialsDirectory: credentials, serviceUser: newOwner?.id)
    }

    /// The keys that stored credentials may be sealed to: the current one, and the one before it during a change.
    static func all(_ configuration: Configuration, _ context: CommandContext) throws(KeyFileError) -> [BoxSecretKey] {
        var keys = [try read(configuration.keyFile, context)]
        let path = previousPath(configuration)
        if configuration.previousKeyFile != nil || FileSystem.status(path) != nil {
            keys.append(try read(path, context))
        }
        return keys
    }

    /// Where the key before is: as configured, else beside the current one.
    static func previousPath(_ configuration: Configuration) -> String {
        configuration.previousKeyFile ?? configuration.keyFile + ".previous"
    }

    /// Who gets the files that root makes; nil: whoever makes them keeps them.
    static var newOwner: SystemUser? {
        SystemUser.effectiveID == 0 ? SystemUser(named: serviceUserName) : nil
    }

    /// Makes a new key in the place of the one in the file, which is kept as `previous`. Its owner stays.
    /// - Throws: `KeyFileError`.
    static func replace(_ path: String, keeping previous: String) throws(KeyFileError) -> BoxSecretKey {
        let key: BoxSecretKey
        do { key = try BoxSecretKey.generate() } catch { throw .key(error) }
        // Whoever can read the file now can read it afterwards; UInt32.max leaves the group as it is.
        let owner =
            SystemUser.effectiveID == 0 ? FileSystem.status(path).map { (user: $0.owner, group: UInt32.max) } : nil
        try KeyFile.replace(key, at: path, keeping: previous, owner: owner)
        return key
    }

    /// Makes a new key in its file, which must not exist.
    /// - Throws: `KeyFileError`.
    static func make(_ path: String) throws(KeyFileError) -> BoxSecretKey {
        let key: BoxSecretKey
        do { key = try BoxSecretKey.generate() } catch { throw .key(error) }
        try KeyFile.write(key, to: path, owner: newOwner.map { ($0.id, $0.group) })
        return key
    }
}
