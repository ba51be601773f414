import PushCore
import PushStore

/// `push-bridge credentials remove`: an app's channel stops sending.
enum CredentialsRemoveCommand: Command {
    static let manual = Manual(
        "credentials remove", "removes a stored credential", synopsis: ["--channel standard|voip [--app NAME]"],
        description: "What is sent for this app and channel from now on ends as not_configured.",
        options: [
            Option("app", "NAME", "The app (default: default)."), Option("channel", "CHANNEL", "standard or voip."),
        ],
        failure: "there is no such credential",
        examples: [
            Manual.Example(
                "push-bridge credentials remove --app news --channel voip", "The app makes no calls any more.")
        ],
        seeAlso: ["credentials list", "credentials set"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let app = try context.arguments.app()
        let channel = try context.arguments.channel()
        let configuration = try context.configuration()
        let store = MySQLCredentialStore(
            database: context.database(configuration), tables: configuration.database.tables)
        guard try await store.remove(app: app, channel: channel) else {
            throw CommandFailure(.failed, "app \(app) has no credential for channel \(channel.rawValue)")
        }
        context.output.line("Removed the credential of app \(app), channel \(channel.rawValue).")
        return .ok
    }
}
