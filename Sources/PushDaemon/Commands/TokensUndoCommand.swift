import JSONText
import PushStore

/// `push-bridge tokens undo`: puts a pruned token back.
enum TokensUndoCommand: Command {
    static let manual = Manual(
        "tokens undo", "puts a pruned token back", synopsis: ["PRUNE_ID [--json]"],
        description: """
            Puts a token back that was pruned, and lets it be sent to again. The usermeta value is restored byte by \
            byte when it still is as the removal left it; when the site has changed it since, the token is added \
            again in a row of its own, unless it stands there already. Ids: "tokens list --pruned".

            When Apple still calls the token dead, the next push prunes it again.
            """,
        options: [.json], operands: ["PRUNE_ID"],
        output: "What was done. --json: an object with id, undone and result.",
        failure: "there is no such removal, or it was undone before",
        examples: [
            Manual.Example(
                "push-bridge tokens list --pruned --user 42\npush-bridge tokens undo 17",
                "A device that was called dead by mistake.")
        ],
        seeAlso: ["tokens list", "tokens prune"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let id = try context.arguments.idOperand()
        let configuration = try context.configuration()
        let settings = configuration.tokenSettings
        let result = try await MySQLTokenPruner(
            database: context.database(configuration), tables: configuration.database.tables, settings: { settings }
        ).undo(id, by: "admin")
        if context.wantsJSON {
            context.output.json([
                "id": JSONValue(id), "undone": .bool(result.isSuccess), "result": .string(result.text),
            ])
        } else if result.isSuccess {
            context.output.line("Prune \(id): \(result.text).")
        }
        guard result.isSuccess else { throw CommandFailure(.failed, "prune \(id): \(result.text)") }
        return .ok
    }
}
