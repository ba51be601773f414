import Cryptography
import PushStore

/// `push-bridge keys generate`: the key pair that credentials are sealed to.
enum KeysGenerateCommand: Command {
    static let manual = Manual(
        "keys generate", "makes the daemon's key pair",
        description: """
            Writes a new secret key to [secrets] key_file, which must not exist yet, and publishes the public key \
            in the database so that the site can seal credentials. Whoever has the file can read the stored \
            credentials: keep a copy where the database's backups are not.
            """,
        exitCodes: [.configuration, .database, .credentials],
        examples: [
            Manual.Example(
                "push-bridge keys generate", #"The step of "init" alone, for a configuration written by other means."#)
        ],
        seeAlso: ["init", "keys rotate"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let configuration = try context.configuration()
        let key = try KeyPair.make(configuration.keyFile).publicKey
        context.output.line("Made \(configuration.keyFile), fingerprint \(key.fingerprint)")
        try StateDirectory.prepare(configuration.stateDirectory)
        let database = context.database(configuration)
        let tables = configuration.database.tables
        guard try await Migrations(database: database, tables: tables).status().version > 0 else {
            context.output.line("It is published with the tables: push-bridge migrate --config \(context.configPath)")
            return .ok
        }
        try await PublishedKey(database: database, tables: tables).publish(key)
        context.output.line("Published the public key in the database.")
        return .ok
    }
}
