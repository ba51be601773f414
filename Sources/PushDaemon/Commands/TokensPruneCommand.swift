import JSONText
import PushCore
import PushStore

/// `push-bridge tokens prune`: removes tokens that Apple has called dead and that stand in usermeta still.
enum TokensPruneCommand: Command {
    static let manual = Manual(
        "tokens prune", "removes dead tokens that stand in usermeta still",
        description: """
            Takes out of usermeta the tokens that Apple has called dead within [pruning] tombstone_hours and that \
            stand there still: verdicts that the plugin has not applied, and pruned tokens that a stale cache has \
            written back. It asks Apple nothing, and never touches what is only malformed or odd ("tokens audit" \
            shows that).

            A token stays when the app has registered it since, when its value changes meanwhile, and when the value \
            holds an object or a reference. Each removal is listed by "tokens list --pruned", and "tokens undo" \
            puts it back.

            Verdicts that were only reported are left alone: [pruning] mode is report, or so many tokens were \
            rejected that the configuration was at fault. With --reported they count as well; look at them first \
            with --dry-run.

            Where WordPress keeps a persistent object cache, it may write the tokens back: let the plugin apply the \
            verdicts ([pruning] mode = auto or plugin).
            """,
        options: [
            Option(flag: "dry-run", "Show what would be removed; change nothing."),
            Option(flag: "reported", "Remove what was only reported, too."), .json,
        ],
        output: """
            What was removed and what was left. --json: an object with dry_run, removed, changed, reported, \
            registered_later and tokens.
            """,
        examples: [Manual.Example("push-bridge tokens prune --dry-run", "What would be removed?")],
        seeAlso: ["tokens list", "tokens undo", "tokens audit"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let isDryRun = context.arguments.has("dry-run")
        let configuration = try context.configuration()
        let database = context.database(configuration)
        let tables = configuration.database.tables
        if !isDryRun, try await Settings(database: database, tables: tables).value("object_cache") == "1" {
            context.warning(
                "the site uses a persistent object cache, which may write tokens back; the plugin removes them for good"
            )
        }
        let bar = ProgressBar("prune")
        defer { bar.clear() }
        let report = try await TokenCleaning(database: database, tables: tables, settings: configuration.tokenSettings)
            .run(reportedToo: context.arguments.has("reported"), dryRun: isDryRun, progress: bar.show)
        bar.clear()
        let summary = report.summary
        if context.wantsJSON {
            context.output.json([
                "dry_run": .bool(isDryRun), "removed": JSONValue(summary.removed),
                "changed": JSONValue(summary.changed),
                "reported": JSONValue(summary.reported + summary.repeated),
                "registered_later": JSONValue(summary.registeredLater),
                "tokens": .array(report.tokens.map(JSONValue.object)),
            ])
            return .ok
        }
        var listing = Listing(columns: ["app", "user_id", "umeta_id", "meta_key", "token", "reason"])
        for token in report.tokens { listing.add(token) }
        listing.print(to: context.output, json: false, empty: "No dead token stands in usermeta.")
        guard !report.tokens.isEmpty else { return .ok }
        context.output.line()
        context.output.line(
            isDryRun ? "\(report.tokens.count) would be removed; nothing was changed." : text(of: summary))
        return .ok
    }

    private static func text(of summary: PruneSummary) -> String {
        var parts = ["\(summary.removed) removed"]
        if summary.changed > 0 { parts.append("\(summary.changed) left, because the value is being changed") }
        if summary.registeredLater > 0 { parts.append("\(summary.registeredLater) left, registered since") }
        let untouchable = summary.reported + summary.repeated
        if untouchable > 0 { parts.append("\(untouchable) left, because the value holds an object or a reference") }
        return parts.joined(separator: "; ") + "."
    }
}
