import JSONText
import PushCore
import PushStore

/// `push-bridge tokens export`: whole tokens, for other programs.
enum TokensExportCommand: Command {
    static let manual = Manual(
        "tokens export", "prints the device tokens that are sent to",
        description: """
            The whole tokens of one app and kind, one a line, each once: what "send --token-file" reads. With --json \
            each user's tokens with what is known of them. Tokens that were pruned, malformed ones and other \
            platforms' are left out.

            Device tokens are personal data: keep the output where only those may read it who must.
            """,
        options: [
            Option("app", "NAME", "Of this app (default: default)."),
            Option("kind", "KIND", "Of this kind: \(kinds) (default: standard)."), .json,
        ],
        output: """
            One token a line. --json: a list of objects with user_id, umeta_id, meta_key, token, environment, \
            registered_at and bundle_id.
            """,
        examples: [Manual.Example("push-bridge tokens export --kind voip > tokens.txt", "Every device that rings.")],
        seeAlso: ["tokens list", "send"])

    private static let kinds = TokenKind.allCases.map(\.rawValue).joined(separator: ", ")

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let app = try context.arguments.app()
        let word = context.arguments.value("kind") ?? TokenKind.standard.rawValue
        guard let kind = TokenKind(rawValue: word) else {
            let hint = NearMiss.hint(for: word, among: TokenKind.allCases.map(\.rawValue))
            throw usage("--kind: \"\(word)\" is none of \(kinds)\(hint)")
        }
        let configuration = try context.configuration()
        let listing = TokenListing(
            database: context.database(configuration), tables: configuration.database.tables,
            settings: configuration.tokenSettings)
        let bar = ProgressBar("export")
        defer { bar.clear() }
        // Written as it is read: a large site's tokens need not fit into memory.
        var lines = 0
        var printed: Set<Int> = []
        let json = context.wantsJSON
        try await listing.export(app: app, kind: kind, progress: bar.show) { recipients in
            for recipient in recipients {
                if json {
                    context.output.line((lines == 0 ? "[" : ",") + JSONWriter.text(object(recipient)))
                } else if printed.insert(recipient.column.hashValue).inserted {
                    context.output.line(recipient.column)
                }
                lines += 1
            }
        }
        if json { context.output.line(lines == 0 ? "[]" : "]") }
        return .ok
    }

    private static func object(_ recipient: Recipient) -> JSONValue {
        [
            "user_id": JSONValue(recipient.userID), "umeta_id": JSONValue(recipient.source?.metaID),
            "meta_key": JSONValue(recipient.source?.metaKey), "token": .string(recipient.column),
            "environment": JSONValue((recipient.environment ?? recipient.learnedEnvironment)?.rawValue),
            "registered_at": JSONValue(recipient.registeredAt), "bundle_id": JSONValue(recipient.bundleID),
        ]
    }
}
