import JSONText
import PushStore

/// `push-bridge queue retry`: sends again what was not delivered.
enum QueueRetryCommand: Command {
    static let manual = Manual(
        "queue retry", "sends again what was not delivered", synopsis: ["ID [--json]"],
        description: """
            The deliveries of a finished action that are exhausted, rejected, not_configured or unknown are tried \
            again, with the apns-id they had and a fresh count of tries. What was delivered is not sent again, \
            nor is a token that Apple called dead. An action without deliveries starts anew.

            A call past the time that it may wait is refused (StaleCall), and one whose outcome is unknown is \
            never sent a second time. Anything else past its life is refused too (Expired).
            """,
        options: [.json], operands: ["ID"],
        output: """
            How many deliveries are tried again; 0 when the action starts anew. --json: an object with id, retried \
            and reason (a refusal: NotFound, NotFinal, NothingToSend, StaleCall or Expired).
            """,
        failure: "it is not sent again; the reason is named",
        examples: [
            Manual.Example("push-bridge queue retry 42", "The credential is mended: send what it had kept back.")
        ],
        seeAlso: ["queue list", "queue show", "explain"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let id = try context.arguments.idOperand()
        let configuration = try context.configuration()
        let queue = QueueAdministration(
            database: context.database(configuration), tables: configuration.database.tables)
        do {
            let count = try await queue.retry(id) { app in (configuration.app(app).voipMaximumAge + 999) / 1000 }
            if context.wantsJSON {
                context.output.json(["id": JSONValue(id), "retried": JSONValue(count), "reason": nil])
            } else {
                context.output.line(
                    count == 0 ? "Action \(id) starts anew." : "Action \(id): \(count) deliveries are tried again.")
            }
            return .ok
        } catch let refusal as RetryRefusal {
            if context.wantsJSON {
                context.output.json(["id": JSONValue(id), "retried": 0, "reason": .string(refusal.word)])
            }
            throw CommandFailure(.failed, "action \(id) is not sent again: \(refusal)")
        }
    }
}
