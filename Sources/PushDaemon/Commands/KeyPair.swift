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
        if let path = configuration.previousKeyFile { keys.append(try read(path, context)) }
        return keys
    }

    /// Who gets the files that root makes; nil: whoever makes them keeps them.
    static var newOwner: SystemUser? {
        SystemUser.effectiveID == 0 ? SystemUser(named: serviceUserName) : nil
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
