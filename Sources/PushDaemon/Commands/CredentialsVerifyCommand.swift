import JSONText
import PushCore
import PushStore

/// `push-bridge credentials verify`: asks Apple whether the stored credentials are good.
enum CredentialsVerifyCommand: Command {
    static let manual = Manual(
        "credentials verify", "asks Apple whether the stored credentials are good",
        synopsis: ["[--app NAME] [--channel standard|voip] [--json]"],
        description: """
            Sends, with each stored credential, one push to a device token that cannot exist, to every environment \
            that [apns] environment allows. "BadDeviceToken" is the good answer: Apple took credential and topic, \
            and only then looked for the device.

            Findings: good; other_environment (in order, but not for this one); refused; unknown (no answer, or \
            Apple was busy with itself). Ends with 5 when one is refused or good nowhere, and with 1 when nothing is \
            proved.
            """,
        options: [
            Option("app", "NAME", "Only this app's."), Option("channel", "CHANNEL", "Only this channel's."), .json,
        ],
        output: """
            A line for each credential and environment. --json: a list of objects with app, channel, environment, \
            finding, reason, http_status, explanation and clock_lead_seconds.
            """,
        failure: "nothing is proved, or there is no such credential",
        exitCodes: [.configuration, .database, .credentials],
        examples: [Manual.Example("push-bridge credentials verify --channel voip", "Will calls ring?")],
        seeAlso: ["doctor", "credentials show"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let arguments = context.arguments
        let app = arguments.has("app") ? try arguments.app() : nil
        let channel = arguments.has("channel") ? try arguments.channel() : nil
        let configuration = try context.configuration()
        let store = MySQLCredentialStore(
            database: context.database(configuration), tables: configuration.database.tables)
        let trial = CredentialTrial(
            configuration: configuration, store: store, keys: try KeyPair.all(configuration, context))
        let chosen = try await store.all().filter { stored in
            (app ?? stored.app) == stored.app && (channel ?? stored.channel) == stored.channel
        }
        guard !chosen.isEmpty else { throw CommandFailure(.failed, "there is no such credential") }
        var listing = Listing(columns: ["app", "channel", "environment", "finding", "reason", "explanation"])
        var codes: [ExitCode] = []
        for stored in chosen {
            do {
                let outcome = try await trial.run(stored)
                for row in outcome.rows { listing.add(row) }
                if case .failed(let code) = outcome.status { codes.append(code) }
            } catch {
                let failure = FailureText.failure(for: error, configPath: context.configPath)
                listing.add([
                    "app": .string(stored.app), "channel": .string(stored.channel.rawValue), "environment": nil,
                    "finding": "refused", "reason": "unusable", "http_status": nil,
                    "explanation": .string(failure.message), "clock_lead_seconds": nil,
                ])
                codes.append(failure.exitCode)
            }
        }
        listing.print(to: context.output, json: context.wantsJSON, empty: "")
        return codes.max { $0.rawValue < $1.rawValue } ?? .ok
    }
}
