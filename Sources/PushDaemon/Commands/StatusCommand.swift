import JSONText
import PushCore
import PushStore
import ServiceRuntime

/// `push-bridge status`: the queue, the daemons and the credentials at a glance.
enum StatusCommand: Command {
    static let manual = Manual(
        "status", "shows the queue, the daemons and the credentials",
        synopsis: ["[--watch] [--json]"],
        description: """
            LANES: calls (voip) and everything else (standard). queued: due or not yet due; sending: held by a \
            daemon; waiting: between two tries; oldest_seconds: how long the oldest due action has been waiting. \
            With --watch also how many deliveries were made, and how many failed, per second since the last look.

            WORKERS: one line per daemon; heartbeat_seconds is how long ago it was last heard of.

            HELD BACK, when there is something: what a daemon does not do until the cause is gone, since when \
            (seconds) and for which word of Apple's. scope credential: every push of the app and channel; topic: \
            those to one topic; environment: the credential is not for that environment, so it is not asked; apple: \
            Apple fails there; device: devices that get too many pushes; pruning: so many tokens are rejected that \
            none is removed. What waits for it is tried again by itself.

            CREDENTIALS: not_after is when a certificate ends; error is what is wrong and what to do.

            "Paused" tells what "queue pause" lets rest.
            """,
        options: [Option(flag: "watch", "Look again every two seconds until it is interrupted."), .json],
        output: """
            Tables. --json: an object with paused, lanes, workers, held_back, credentials and dead_letters; with \
            --watch one on a line every two seconds.
            """,
        examples: [
            Manual.Example("push-bridge status --watch", "How fast does the queue drain?"),
            Manual.Example("push-bridge status --json | jq '.lanes[].oldest_seconds'", "For a check of one's own."),
        ],
        seeAlso: ["queue list", "doctor"])

    /// Daemons write their figures as often.
    private static let interval: Int64 = 2000

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let configuration = try context.configuration()
        let report = StatusReport(database: context.database(configuration), tables: configuration.database.tables)
        guard context.arguments.has("watch") else {
            show(try await report.read(), since: nil, context)
            return .ok
        }
        var before: StatusReport.Snapshot?
        while !context.output.isClosed {
            let snapshot = try await report.read()
            if !context.wantsJSON { clear(context, at: snapshot) }
            show(snapshot, since: before, context)
            before = snapshot
            try await Task.sleep(nanoseconds: UInt64(interval) * 1_000_000)
        }
        return .ok
    }

    private static func clear(_ context: CommandContext, at snapshot: StatusReport.Snapshot) {
        // Where no person looks, one picture follows the other.
        if StandardStream.output.isTerminal {
            StandardStream.output.write(Array("\u{1B}[H\u{1B}[2J".utf8))
        }
        context.output.line("\(WallClock.text(milliseconds: WallClock.milliseconds))  (interrupt to end)")
        context.output.line()
    }

    private static func show(
        _ snapshot: StatusReport.Snapshot, since before: StatusReport.Snapshot?, _ context: CommandContext
    ) {
        let lanes = snapshot.lanes(since: before)
        if context.wantsJSON {
            context.output.json(snapshot.json(lanes: lanes))
            return
        }
        let output = context.output
        if !snapshot.pause.isEmpty {
            output.line("Paused: \(snapshot.pause.text); to go on: push-bridge queue resume")
            output.line()
        }
        let rates = before == nil ? [] : ["delivered_per_second", "failed_per_second"]
        print("Lanes", lanes, ["lane", "queued", "sending", "waiting", "oldest_seconds"] + rates, empty: "", output)
        print(
            "Workers", snapshot.workers,
            ["host", "pid", "version", "state", "wake_address", "started_at", "heartbeat_seconds"],
            empty: "No daemon has reported: start one with push-bridge run", output)
        if !snapshot.heldBack.isEmpty {
            print(
                "Held back", snapshot.heldBack,
                ["scope", "app", "channel", "what", "reason", "seconds", "host", "pid"],
                empty: "", output)
        }
        print(
            "Credentials", snapshot.credentials, ["app", "channel", "kind", "bundle_id", "not_after", "error"],
            empty: "None stored: push-bridge credentials set --help", output)
        output.line("Dead letters: \(snapshot.deadLetters)")
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
