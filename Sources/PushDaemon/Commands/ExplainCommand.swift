import PushCore
import PushStore

/// `push-bridge explain`: one push from row to answer.
enum ExplainCommand: Command {
    static let manual = Manual(
        "explain", "tells all about one push: from its row to Apple's answer, and what comes next",
        synopsis: ["ACTION_ID [--limit NUMBER] [--json]"],
        description: """
            Shows the row and how long it lives; how the message is understood, with warnings; the request that is \
            or was made of it, with the credential's secret left out; each delivery with its tries, Apple's answer \
            in words, and what to do about it; the tokens that were pruned for it; and what will happen next, when, \
            and which daemon holds it.

            The request is built anew from the row, the configuration and the credential of now: a credential that \
            was changed since shows its present topic.

            Nothing is changed or sent. Tokens are shortened for people and whole with --json.
            """,
        options: [
            Option("limit", "NUMBER", "At most so many deliveries, 1 to 10000 (default 20); delivered ones last."),
            .json,
        ],
        operands: ["ACTION_ID"],
        output: """
            --json: an object with action, life, message, request, counts, deliveries, prunes and next.
            """,
        failure: "there is no such action",
        examples: [Manual.Example("push-bridge explain 42", "Why did the phone of that user not ring?")],
        seeAlso: ["queue show", "queue retry", "send"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let id = try context.arguments.idOperand()
        let limit = try context.arguments.number("limit", in: 1...10_000, standard: 20)
        let configuration = try context.configuration()
        let database = context.database(configuration)
        let tables = configuration.database.tables
        guard let found = try await ActionInspection(id, limit: limit, database: database, tables: tables) else {
            throw CommandFailure(.failed, "\(RetryRefusal.notFound(id))")
        }
        let explanation = ActionExplanation(
            id, found, pause: try await PauseAdministration(database: database, tables: tables).current(),
            workers: try await QueueStatus(database: database, tables: tables).workers(),
            site: try await SendingSite(
                app: found.app, channel: ActionType(found.type)?.channel ?? .standard, configuration, database))
        if context.wantsJSON {
            context.output.json(explanation.json)
        } else {
            explanation.print(to: context.output)
        }
        return .ok
    }
}
