import PushStore

/// `push-bridge queue show`: one action and what became of it on every device.
enum QueueShowCommand: Command {
    static let manual = Manual(
        "queue show", "shows one action and what became of it on every device", synopsis: ["ID [--json]"],
        description: """
            The action with its message, and a line for each device token. Tokens are shortened for people and \
            whole with --json.
            """,
        options: [.json], operands: ["ID"],
        output: """
            --json: an object with the columns of the action and deliveries, a list of objects with theirs.
            """,
        failure: "there is no such action",
        examples: [Manual.Example("push-bridge queue show 42", "Why did it fail?")],
        seeAlso: ["explain", "queue retry"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let id = try context.arguments.idOperand()
        let configuration = try context.configuration()
        let queue = QueueAdministration(
            database: context.database(configuration), tables: configuration.database.tables)
        guard let report = try await ActionReport(id, from: queue) else {
            throw CommandFailure(.failed, "\(RetryRefusal.notFound(id))")
        }
        report.print(to: context.output, json: context.wantsJSON)
        return .ok
    }
}
