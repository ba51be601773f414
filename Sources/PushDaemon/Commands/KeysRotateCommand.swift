import Cryptography
import JSONText
import PushStore

/// `push-bridge keys rotate`: another key pair, everything sealed to it.
enum KeysRotateCommand: Command {
    static let manual = Manual(
        "keys rotate", "changes the daemon's key pair; seals every stored credential anew", synopsis: ["[--json]"],
        description: """
            Makes a new secret key in [secrets] key_file and keeps the one before as previous_key_file (by default \
            key_file with .previous behind it, in place of an older one). Then every stored credential is sealed to \
            the new key and the new public key is published, in one transaction. A credential that cannot be opened \
            stops it before anything is changed.

            Daemons of this host go on without a restart: they accept both keys. The plugin asks an admin to confirm \
            the new fingerprint before it seals again.

            Daemons of other hosts would take the new key for a foreign one: while one is running it is refused. \
            Stop them, rotate, copy key_file to them, start them. The same holds where systemd hands the key to the \
            daemon (LoadCredential).

            Old backups of the database hold credentials that are sealed to the old key: keep a copy of it with them.
            """,
        options: [.json],
        output: """
            What was done. --json: an object with public_key_id, resealed, key_file and previous_key_file.
            """,
        failure: "a daemon runs on another host, so nothing was changed",
        exitCodes: [.configuration, .database, .credentials],
        examples: [Manual.Example("push-bridge keys rotate", "On the one host that has the key file.")],
        seeAlso: ["credentials rekey", "keys generate"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let configuration = try context.configuration()
        let keys = try KeyPair.all(configuration, context)
        let resealing = CredentialResealing(
            database: context.database(configuration), tables: configuration.database.tables)
        try await resealing.check(keys)
        let others = try await resealing.otherHosts()
        guard others.isEmpty else {
            throw CommandFailure(
                .failed,
                "daemons are running on \(others.joined(separator: ", ")): stop them, rotate, copy "
                    + "\(configuration.keyFile) to them, start them")
        }
        let previous = KeyPair.previousPath(configuration)
        let new = try KeyPair.replace(configuration.keyFile, keeping: previous)
        let count: Int
        do {
            count = try await resealing.run([new] + keys)
        } catch {
            context.output.remark(
                "push-bridge: the key file is new, but the database still holds the old one; when it can be reached: "
                    + "push-bridge credentials rekey --config \(context.configPath)")
            throw error
        }
        if context.wantsJSON {
            context.output.json([
                "public_key_id": .string(new.publicKey.id), "resealed": JSONValue(count),
                "key_file": .string(configuration.keyFile), "previous_key_file": .string(previous),
            ])
        } else {
            context.output.line("\(configuration.keyFile) holds a new key, fingerprint \(new.publicKey.fingerprint).")
            context.output.line("The one before is kept as \(previous).")
            context.output.line("Sealed \(count) credentials to the new key.")
        }
        return .ok
    }
}
