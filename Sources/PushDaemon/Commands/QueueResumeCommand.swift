import PushCore
import PushStore

/// `push-bridge queue resume`: lifts a pause.
enum QueueResumeCommand: Command {
    static let manual = Manual(
        "queue resume", "lets what was paused go on", synopsis: ["[ID | --app NAME | --lane LANE] [--json]"],
        description: """
            Without more every pause is lifted; else the one that was made with the same words. Daemons go on within \
            two seconds. What is past its life by then ends expired.
            """,
        options: PauseArguments.options + [.json], operands: ["ID"], neededOperands: 0,
        output: "What is still paused. --json: an object with all, lanes, apps and actions.",
        failure: "no such pause was made",
        examples: [Manual.Example("push-bridge queue resume", "Let everything go on.")],
        seeAlso: ["queue pause", "status"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let target = try PauseArguments.target(context.arguments, manual)
        let configuration = try context.configuration()
        let administration = PauseAdministration(
            database: context.database(configuration), tables: configuration.database.tables)
        do {
            let pause = try await administration.resume(target)
            if context.wantsJSON {
                context.output.json(pause.json)
            } else {
                context.output.line(pause.isEmpty ? "Nothing is paused." : "Still paused: \(pause.text).")
            }
            return .ok
        } catch let refusal as PauseRefusal {
            throw CommandFailure(.failed, "\(refusal)")
        }
    }
}
