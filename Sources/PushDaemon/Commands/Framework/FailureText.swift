import ApplePush
import Cryptography
import MariaDB
import PushStore
import ServiceRuntime

/// Puts any error into words for the person at the terminal, with the exit code that scripts rely on.
enum FailureText {
    /// The failure that `error` means; `configPath` completes the commands it advises.
    static func failure(for error: any Error, configPath: String) -> CommandFailure {
        switch error {
        case let failure as CommandFailure: failure
        case let error as ConfigurationError: CommandFailure(.configuration, error.description)
        case let error as MariaDBError: CommandFailure(.database, database(error, configPath: configPath))
        case let error as SchemaError: CommandFailure(.database, schema(error, configPath: configPath))
        case let failure as ChannelFailure:
            CommandFailure(failure.isAboutCredential ? .credentials : .failed, "\(failure)")
        case is KeyFileError, is SealedBoxError, is SigningKeyError, is ProviderTokenError, is CertificateError,
            is CredentialBoxError:
            CommandFailure(.credentials, "\(error)")
        default: CommandFailure(.failed, "\(error)")
        }
    }

    private static func database(_ error: MariaDBError, configPath: String) -> String {
        switch error.category {
        case .missingTable where error.message.contains("pushbridge_"):
            "database (\(error.address)): \(error.message); make the tables: push-bridge migrate --config \(configPath)"
        default: error.description
        }
    }

    private static func schema(_ error: SchemaError, configPath: String) -> String {
        error.description.replacing("--config FILE", with: "--config \(configPath)")
    }
}
