import JSONText
import PushCore
import PushStore

/// `push-bridge queue list`: actions and how they stand.
enum QueueListCommand: Command {
    static let manual = Manual(
        "queue list", "lists actions and how they stand",
        description: """
            The newest actions first, without their messages. States: queued and sending are under way; sent, \
            partial, failed, expired and cancelled are final. Dead letters are deliveries whose tries are used up; \
            their actions are failed or partial, and "queue retry" sends them again. What rests by "queue pause" is \
            said on standard error, and marked paused with --json.
            """,
        options: [
            Option("state", "STATE", "Only actions in this state."), Option("app", "NAME", "Only actions of this app."),
            Option("user", "ID", "Only actions for this user."),
            Option("limit", "NUMBER", "At most so many, 1 to 10000 (default 50)."), .json,
        ],
        output: """
            A table. --json: a list of objects with the columns of the table of actions (id, type, app, user_id, \
            state, reason, delivered, failed, pruned, dedupe_key, send_at, expires_at, created_at, warnings) and \
            paused.
            """,
        examples: [Manual.Example("push-bridge queue list --state failed", "What went wrong lately.")],
        seeAlso: ["queue show", "queue retry", "explain", "status"])

    private static let states = ["queued", "sending", "sent", "partial", "failed", "expired", "cancelled"]

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let arguments = context.arguments
        let state = arguments.value("state")
        if let state, !states.contains(state) {
            let hint = NearMiss.hint(for: state, among: states)
            throw usage("--state: \"\(state)\" is none of \(states.joined(separator: ", "))\(hint)")
        }
        let filter = ActionFilter(
            state: state, app: arguments.has("app") ? try arguments.app() : nil, userID: try arguments.id("user"),
            limit: try arguments.number("limit", in: 1...10_000, standard: 50))
        let configuration = try context.configuration()
        let database = context.database(configuration)
        let tables = configuration.database.tables
        let pause = try await PauseAdministration(database: database, tables: tables).current()
        if !pause.isEmpty { context.warning("paused: \(pause.text); to go on: push-bridge queue resume") }
        var listing = Listing(columns: [
            "id", "type", "app", "user_id", "state", "reason", "delivered", "failed", "pruned", "created_at",
        ])
        for row in try await QueueAdministration(database: database, tables: tables).list(filter) {
            var row = row
            row["paused"] = .bool(pause.covers(row))
            listing.add(row)
        }
        listing.print(to: context.output, json: context.wantsJSON, empty: "No actions.")
        return .ok
    }
}

extension QueuePause {
    /// Whether the action of a listing rests; what is final does not.
    func covers(_ row: JSONObject) -> Bool {
        guard let id = row["id"]?.integer, let app = row["app"]?.string, let state = row["state"]?.string,
            state == "queued" || state == "sending"
        else { return false }
        return covers(
            action: UInt64(clamping: id), app: app,
            lane: row["type"]?.string == PushType.voip.rawValue ? .voip : .standard)
    }
}
