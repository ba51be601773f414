import JSONText
import PushCore
import PushStore

/// `push-bridge queue pause`: nothing of it is begun until it is resumed.
enum QueuePauseCommand: Command {
    static let manual = Manual(
        "queue pause", "lets the queue, a lane, an app or one action rest",
        synopsis: ["[ID | --app NAME | --lane LANE] [--json]"],
        description: """
            Without more everything rests: nothing is begun, what is on the wire finishes. The pause is kept in the \
            database, so that every daemon obeys it, within two seconds, and so that it outlives restarts. Producers \
            go on enqueueing.

            Time goes on: a paused call ends expired when its life is over and is never rung later, and anything \
            else with expires_at or ttl ends so when it is resumed too late.

            "status", "queue list" and "doctor" show what is paused; "queue resume" lifts it.
            """,
        options: PauseArguments.options + [.json], operands: ["ID"], neededOperands: 0,
        output: "What is paused now. --json: an object with all, lanes, apps and actions.",
        failure: "there is no such action, or it is final",
        examples: [
            Manual.Example("push-bridge queue pause --lane standard", "Only calls are sent."),
            Manual.Example("push-bridge queue pause 42", "A campaign that should wait, in mid-way too."),
        ],
        seeAlso: ["queue resume", "queue cancel", "status"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let target = try PauseArguments.target(context.arguments, manual)
        let configuration = try context.configuration()
        let administration = PauseAdministration(
            database: context.database(configuration), tables: configuration.database.tables)
        do {
            let pause = try await administration.pause(target)
            context.wantsJSON ? context.output.json(pause.json) : context.output.line("Paused: \(pause.text).")
            return .ok
        } catch let refusal as PauseRefusal {
            throw CommandFailure(.failed, "\(refusal)")
        }
    }
}
