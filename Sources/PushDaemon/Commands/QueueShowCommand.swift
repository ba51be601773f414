import PushStore

/// `push-bridge queue show`: one action and what became of it on every device.
enum QueueShowCommand: Command {
    static let manual = Manual(
        "queue show", "shows one action and what became of it on every device",
        synopsis: ["ID [--limit NUMBER] [--json]"],
        description: """
            The action with its message, a line for each device token, and how many ended how. What was not \
            delivered comes first; an audience may have more than --limit. Tokens are shortened for people and whole \
            with --json.
            """,
        options: [
            Option(
                "limit", "NUMBER", "At most so many deliveries, 1 to 100000 (default \(ActionReport.standardLimit))."),
            .json,
        ], operands: ["ID"],
        output: """
            --json: an object with the columns of the action, results (status, reason, count) and deliveries, a list of objects with theirs.
            """,
        failure: "there is no such action",
        examples: [Manual.Example("push-bridge queue show 42", "Why did it fail?")],
        seeAlso: ["explain", "queue retry"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let id = try context.arguments.idOperand()
        let limit = try context.arguments.number("limit", in: 1...100_000, standard: ActionReport.standardLimit)
        let configuration = try context.configuration()
        let queue = QueueAdministration(
            database: context.database(configuration), tables: configuration.database.tables)
        guard let report = try await ActionReport(id, from: queue, limit: limit) else {
            throw CommandFailure(.failed, "\(RetryRefusal.notFound(id))")
        }
        report.print(to: context.output, json: context.wantsJSON)
        return .ok
    }
}
