import JSONText
import PushStore

/// `push-bridge queue cancel`: what is not on the wire yet is never sent.
enum QueueCancelCommand: Command {
    static let manual = Manual(
        "queue cancel", "cancels an action: what is not on the wire yet is never sent", synopsis: ["ID [--json]"],
        description: "Results of what was sent already are still recorded. An action that is final stays as it is.",
        options: [.json], operands: ["ID"],
        output: "--json: an object with id and state.",
        failure: "there is no such action, or it is final already",
        examples: [Manual.Example("push-bridge queue cancel 42", "Stop a campaign half-way.")],
        seeAlso: ["queue pause", "queue purge"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let id = try context.arguments.idOperand()
        let configuration = try context.configuration()
        let queue = QueueAdministration(
            database: context.database(configuration), tables: configuration.database.tables)
        let state: String?
        do {
            state = try await queue.cancel(id)
        } catch let refusal as RetryRefusal {
            throw CommandFailure(.failed, "\(refusal)")
        }
        if context.wantsJSON {
            context.output.json(["id": JSONValue(id), "state": .string(state ?? "cancelled")])
        } else if state == nil {
            context.output.line("Action \(id) is cancelled.")
        }
        if let state, state != "cancelled" {
            throw CommandFailure(.failed, "action \(id) is \(state) already and stays so")
        }
        return .ok
    }
}
