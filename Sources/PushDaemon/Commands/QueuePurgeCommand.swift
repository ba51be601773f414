import JSONText
import PushStore
import ServiceRuntime

/// `push-bridge queue purge`: removes actions with their deliveries.
enum QueuePurgeCommand: Command {
    static let manual = Manual(
        "queue purge", "removes actions with their results",
        synopsis: ["[--state STATE] [--older-than AGE] [--app NAME] [--dry-run] [--yes] [--json]"],
        description: """
            Removes finished actions and their deliveries for good, in small steps that no daemon has to wait for. \
            Their dedupe_key may be used again. Daemons do the same by themselves for what is older than \
            [retention] says.

            With --state queued what has not begun is dropped without a trace; "queue cancel" keeps the row. What is \
            being sent is never removed.

            At a terminal it asks first; scripts say --yes.
            """,
        options: [
            Option("state", "STATE", repeatable: true, "Only this state; may be repeated (default: every final one)."),
            Option("older-than", "AGE", "Only what was enqueued longer ago: 30d, 12h, 90m or 45s."),
            Option("app", "NAME", "Only this app's."), Option(flag: "dry-run", "Count them; remove nothing."),
            Option(flag: "yes", "Do not ask."), .json,
        ],
        output: "How many were removed. --json: an object with dry_run, actions and deliveries.",
        failure: "whoever was asked did not say yes",
        examples: [
            Manual.Example("push-bridge queue purge --state sent --older-than 7d --yes", "Keep what went wrong.")
        ],
        seeAlso: ["queue cancel", "queue list", "config"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let arguments = context.arguments
        let selection = PurgeSelection(
            states: try states(arguments), app: arguments.has("app") ? try arguments.app() : nil,
            age: try age(arguments))
        let configuration = try context.configuration()
        let purge = QueuePurge(database: context.database(configuration), tables: configuration.database.tables)
        let count = try await purge.count(selection)
        if arguments.has("dry-run") {
            report(actions: count, deliveries: nil, context)
            return .ok
        }
        guard try count == 0 || arguments.has("yes") || confirmed(count) else {
            throw CommandFailure(.failed, "nothing was removed")
        }
        let bar = ProgressBar("purge")
        defer { bar.clear() }
        let removed = try await purge.run(selection) { bar.show(Double($0) / Double(max(count, 1))) }
        bar.clear()
        report(actions: removed.actions, deliveries: removed.deliveries, context)
        return .ok
    }

    private static func report(actions: Int, deliveries: Int?, _ context: CommandContext) {
        if context.wantsJSON {
            context.output.json([
                "dry_run": .bool(deliveries == nil), "actions": .integer(Int64(actions)),
                "deliveries": deliveries.map { .integer(Int64($0)) } ?? .null,
            ])
        } else if let deliveries {
            context.output.line("Removed \(actions) actions with \(deliveries) deliveries.")
        } else {
            context.output.line("\(actions) actions would be removed.")
        }
    }

    private static func confirmed(_ count: Int) throws -> Bool {
        guard StandardInput.isTerminal else { throw usage("nobody is there to be asked: say --yes, or --dry-run") }
        StandardStream.error.write(Array("Remove \(count) actions with their deliveries for good? [y/N] ".utf8))
        return ["y", "yes"].contains(readLine()?.trimmed.lowercased())
    }

    private static func states(_ arguments: ParsedArguments) throws -> [String] {
        let given = arguments.all("state")
        let allowed = PurgeSelection.finalStates + ["queued"]
        for state in given where !allowed.contains(state) {
            let hint = NearMiss.hint(for: state, among: allowed)
            throw usage("--state: \"\(state)\" is none of \(allowed.joined(separator: ", "))\(hint)")
        }
        return given.isEmpty ? PurgeSelection.finalStates : given
    }

    private static func age(_ arguments: ParsedArguments) throws -> Int64? {
        guard let text = arguments.value("older-than") else { return nil }
        let units: [Character: Int64] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int64(text.dropLast()),
            (0...3_000_000).contains(number)
        else { throw usage("--older-than: \"\(text)\" is no age; write 30d, 12h, 90m or 45s") }
        return number * unit
    }
}
