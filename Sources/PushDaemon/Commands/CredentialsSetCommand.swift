import Cryptography
import JSONText
import PushCore
import PushStore
import ServiceRuntime

/// `push-bridge credentials set`: stores what proves to Apple who sends.
enum CredentialsSetCommand: Command {
    static let manual = Manual(
        "credentials set", "stores an app's key or certificate, sealed",
        synopsis: [
            "--channel standard|voip --bundle-id ID --p8 FILE --key-id ID --team-id ID",
            "--channel standard|voip --bundle-id ID (--p12 FILE | --pem FILE) [--passphrase-file FILE]",
        ],
        description: """
            Each app has two credentials: channel standard for everything but calls, voip for calls. They may be \
            the same key, stored twice. The key or certificate is checked, sealed to the daemon's public key, and \
            written to the database; only the daemon's secret key opens it. A running daemon uses it at once.

            Secrets come from files or standard input, never from the command line. A .p8 is taken in any \
            wrapping that people paste. One line end behind a passphrase is dropped.
            """,
        options: [
            Option("app", "NAME", "The app (default: default)."), Option("channel", "CHANNEL", "standard or voip."),
            Option("bundle-id", "ID", "The app's bundle id, without .voip."),
            Option("p8", "FILE", "Signing key from Apple (AuthKey_….p8); - is standard input."),
            Option("key-id", "ID", "The signing key's id, 10 characters."),
            Option("team-id", "ID", "Your team's id, 10 characters."),
            Option("p12", "FILE", "Certificate with private key; - is standard input."),
            Option("pem", "FILE", "The same as PEM text."),
            Option("passphrase-file", "FILE", "File with the certificate's passphrase; - is standard input."), .json,
        ],
        output: """
            What was stored, without the secret. --json: an object with the columns of "credentials list" and \
            fingerprint.
            """,
        exitCodes: [.configuration, .database, .credentials],
        examples: [
            Manual.Example(
                """
                push-bridge credentials set --channel voip --bundle-id com.example.app \\
                        --p12 voip.p12 --passphrase-file -
                """, "The passphrase comes from standard input.")
        ],
        seeAlso: ["credentials verify", "credentials list", "doctor"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let input = try CredentialInput(context.arguments, now: WallClock.seconds)
        for warning in input.warnings { context.warning(warning) }
        let configuration = try context.configuration()
        let key = try KeyPair.read(configuration.keyFile, context).publicKey
        let store = MySQLCredentialStore(
            database: context.database(configuration), tables: configuration.database.tables)
        let stored = try await input.save(in: store, sealedTo: key)
        var row = CredentialRow.object(stored)
        row["fingerprint"] = .string(input.fingerprint)
        if context.wantsJSON {
            context.output.json(.object(row))
        } else {
            context.output.line(
                "Stored the \(stored.kind.rawValue) for app \(stored.app), channel \(stored.channel.rawValue):")
            for member in row.members where !member.value.isNull {
                context.output.line("  \(member.name): \(member.value.string ?? JSONWriter.text(member.value))")
            }
        }
        return .ok
    }
}
