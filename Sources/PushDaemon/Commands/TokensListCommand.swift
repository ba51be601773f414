import PushStore

/// `push-bridge tokens list`: device tokens, or prunes.
enum TokensListCommand: Command {
    static let manual = Manual(
        "tokens list", "lists device tokens, or what was pruned",
        description: """
            Every device token in usermeta (shortened; whole with --json), with the environment that its record \
            names or where it was found to live. States: ok; pruned (Apple called it dead and nothing has brought it back, so it is not \
            sent to); malformed (no token); unsupported (another platform).

            With --pruned the verdicts instead, the newest first: removed by the daemon, verdict (the plugin is to \
            remove it), reported (nobody removes it) and undone. "tokens undo" wants the id.
            """,
        options: [
            Option("user", "ID", "Only this user's."), Option(flag: "pruned", "What was pruned, instead of tokens."),
            Option("limit", "NUMBER", "At most so many, 1 to 10000 (default 50)."), .json,
        ],
        output: """
            A table. --json: a list of objects with user_id, umeta_id, meta_key, kind, token, state, environment, \
            registered_at and bundle_id; with --pruned the columns of the table of prunes.
            """,
        examples: [Manual.Example("push-bridge tokens list --pruned --user 42", "What became of this user's devices.")],
        seeAlso: ["tokens audit", "tokens undo"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let user = try context.arguments.id("user")
        let limit = try context.arguments.number("limit", in: 1...10_000, standard: 50)
        let configuration = try context.configuration()
        let tokens = TokenListing(
            database: context.database(configuration), tables: configuration.database.tables,
            settings: configuration.tokenSettings)
        if context.arguments.has("pruned") {
            var listing = Listing(columns: [
                "id", "user_id", "meta_key", "token", "environment", "reason", "apns_timestamp", "state", "created_at",
                "undone_by",
            ])
            for row in try await tokens.prunes(user: user, limit: limit) { listing.add(row) }
            listing.print(to: context.output, json: context.wantsJSON, empty: "Nothing was pruned.")
        } else {
            var listing = Listing(columns: [
                "user_id", "umeta_id", "meta_key", "kind", "token", "state", "environment", "bundle_id",
            ])
            for row in try await tokens.tokens(user: user, limit: limit) { listing.add(row) }
            listing.print(to: context.output, json: context.wantsJSON, empty: "No device tokens.")
        }
        return .ok
    }
}
