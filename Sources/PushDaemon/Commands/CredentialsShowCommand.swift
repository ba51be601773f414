import JSONText
import PushCore
import PushStore
import ServiceRuntime

/// `push-bridge credentials show`: one credential in full, without its secret.
enum CredentialsShowCommand: Command {
    static let manual = Manual(
        "credentials show", "shows a stored credential and whether it can be used, never its secret",
        synopsis: ["--channel standard|voip [--app NAME] [--json]"],
        description: """
            Shows the row, opens it with the daemon's key, and tells what is inside: for a key that its ids and form \
            are in order, for a certificate its topics and how long it is valid. Apple is not asked; \
            "credentials verify" does that. Ends with 5 when it cannot be used.
            """,
        options: [
            Option("app", "NAME", "The app (default: default)."), Option("channel", "CHANNEL", "standard or voip."),
            .json,
        ],
        output: """
            One line for each column. --json: an object with the columns of "credentials list", and content (what \
            was found inside) or problem.
            """,
        failure: "there is no such credential",
        exitCodes: [.configuration, .database, .credentials],
        examples: [
            Manual.Example(
                "push-bridge credentials show --channel voip", "For how long is the certificate for calls valid?")
        ],
        seeAlso: ["credentials list", "credentials verify"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let app = try context.arguments.app()
        let channel = try context.arguments.channel()
        let configuration = try context.configuration()
        let store = MySQLCredentialStore(
            database: context.database(configuration), tables: configuration.database.tables)
        guard let stored = try await store.all().first(where: { $0.app == app && $0.channel == channel }) else {
            throw CommandFailure(.failed, "app \(app) has no credential for channel \(channel.rawValue)")
        }
        var row = CredentialRow.object(stored)
        var problem: String?
        do {
            let content = try CredentialBox.open(stored, with: try KeyPair.all(configuration, context))
            row["content"] = .string(try CredentialHealth(content, now: WallClock.seconds).text)
        } catch {
            problem = "\(error)"
            row["problem"] = .string("\(error)")
        }
        if context.wantsJSON {
            context.output.json(.object(row))
        } else {
            for member in row.members where !member.value.isNull {
                context.output.line(
                    "\(member.name): \(TextTable.safe(member.value.string ?? JSONWriter.text(member.value)))")
            }
        }
        guard let problem else { return .ok }
        throw CommandFailure(.credentials, "the credential cannot be used: \(problem)")
    }
}
