import Cryptography
import JSONText
import PushStore

/// `push-bridge credentials rekey`: seals what is sealed to the key before anew.
enum CredentialsRekeyCommand: Command {
    static let manual = Manual(
        "credentials rekey", "seals the stored credentials to the current key", synopsis: ["[--json]"],
        description: """
            Opens what is sealed to the key before ([secrets] previous_key_file, or key_file with .previous behind \
            it), seals it to the current key, and publishes the public key, all in one transaction. "keys rotate" \
            does this by itself; alone it finishes a change of keys that was interrupted or made by hand.
            """,
        options: [.json], output: "How many were sealed. --json: an object with resealed and public_key_id.",
        exitCodes: [.configuration, .database, .credentials],
        examples: [Manual.Example("push-bridge credentials rekey", "After a rotation that was interrupted.")],
        seeAlso: ["keys rotate"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let configuration = try context.configuration()
        let keys = try KeyPair.all(configuration, context)
        let resealing = CredentialResealing(
            database: context.database(configuration), tables: configuration.database.tables)
        try await resealing.check(keys)
        let count = try await resealing.run(keys)
        let fingerprint = keys[0].publicKey.fingerprint
        if context.wantsJSON {
            context.output.json(["resealed": .integer(Int64(count)), "public_key_id": .string(fingerprint)])
        } else {
            context.output.line("Sealed \(count) credentials to the key \(fingerprint).")
        }
        return .ok
    }
}
