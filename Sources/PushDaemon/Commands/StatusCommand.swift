import JSONText
import PushStore

/// `push-bridge status`: the queue, the daemons and the credentials at a glance.
enum StatusCommand: Command {
    static let manual = Manual(
        "status", "shows the queue, the daemons and the credentials",
        description: """
            LANES: calls (voip) and everything else (standard). queued: due or not yet due; sending: held by a \
            daemon; waiting: between two tries; oldest_seconds: how long the oldest due action has been waiting.

            WORKERS: one line per daemon; heartbeat_seconds is how long ago it was last heard of.
            """,
        options: [.json])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let configuration = try context.configuration()
        let database = context.database(configuration)
        let status = QueueStatus(database: database, tables: configuration.database.tables)
        let lanes = try await status.lanes()
        let workers = try await status.workers()
        let deadLetters = try await status.deadLetters()
        let credentials = try await MySQLCredentialStore(database: database, tables: configuration.database.tables)
            .all().map(CredentialRow.object)
        let output = context.output
        if context.wantsJSON {
            output.json([
                "lanes": .array(lanes.map(JSONValue.object)), "workers": .array(workers.map(JSONValue.object)),
                "credentials": .array(credentials.map(JSONValue.object)), "dead_letters": JSONValue(deadLetters),
            ])
            return .ok
        }
        print("Lanes", lanes, ["lane", "queued", "sending", "waiting", "oldest_seconds"], empty: "", output)
        print(
            "Workers", workers, ["host", "pid", "version", "state", "wake_address", "started_at", "heartbeat_seconds"],
            empty: "No daemon has reported: start one with push-bridge run", output)
        print(
            "Credentials", credentials, ["app", "channel", "kind", "bundle_id", "not_after", "error"],
            empty: "None stored: push-bridge credentials set --help", output)
        output.line("Dead letters: \(deadLetters)")
        return .ok
    }

    private static func print(
        _ title: String, _ rows: [JSONObject], _ columns: [String], empty: String, _ output: Output
    ) {
        output.line("\(title)")
        var listing = Listing(columns: columns)
        for row in rows { listing.add(row) }
        listing.print(to: output, json: false, empty: empty)
        output.line()
    }
}
