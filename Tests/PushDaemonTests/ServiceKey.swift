import Cryptography
import ServiceRuntime

/// The secret key that a command run as root has made: where there is a user push-bridge, it was given to that user.
enum ServiceKey {
    static func read(_ path: String) throws -> BoxSecretKey {
        try KeyFile.read(path, serviceUser: SystemUser(named: "push-bridge")?.id)
    }
}
