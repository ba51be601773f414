import JSONText
import PushStore

/// `push-bridge tokens audit`: what is wrong with the tokens in usermeta.
enum TokensAuditCommand: Command {
    static let manual = Manual(
        "tokens audit", "shows what is odd about device tokens; changes nothing",
        description: """
            Looks through usermeta, a part at a time and without locks, and names for each finding the user, the row \
            and the reason:

            \(TokenFinding.Reason.allCases.map { "\($0.rawValue): \($0.help)." }.joined(separator: "\n\n"))

            Nothing of this stops the daemon. "tokens prune" removes what is tombstoned; the rest is for a person \
            to judge.
            """,
        options: [Option("limit", "NUMBER", "List at most so many findings, 1 to 100000 (default 200)."), .json],
        output: """
            A table of the findings, then how often each was found. --json: an object with rows, users, tokens, \
            reasons (how often each) and findings (reason, user_id, umeta_id, meta_key, token, detail).
            """,
        examples: [Manual.Example("push-bridge tokens audit --json | jq .reasons", "How often each was found.")],
        seeAlso: ["tokens list", "tokens prune"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let limit = try context.arguments.number("limit", in: 1...100_000, standard: 200)
        let configuration = try context.configuration()
        let bar = ProgressBar("audit")
        defer { bar.clear() }
        let report = try await TokenAudit(
            database: context.database(configuration), tables: configuration.database.tables,
            settings: configuration.tokenSettings
        ).run(limit: limit, progress: bar.show)
        bar.clear()
        if context.wantsJSON { print(report, asJSONTo: context.output) } else { print(report, to: context.output) }
        return .ok
    }

    private static func print(_ report: TokenAuditReport, asJSONTo output: Output) {
        let reasons = TokenFinding.Reason.allCases.map { ($0.rawValue, JSONValue(report.counts[$0] ?? 0)) }
        output.json([
            "rows": JSONValue(report.rows), "users": JSONValue(report.users), "tokens": JSONValue(report.tokens),
            "reasons": .object(JSONObject(reasons)),
            "findings": .array(report.findings.map { .object($0.json) }),
        ])
    }

    private static func print(_ report: TokenAuditReport, to output: Output) {
        var listing = Listing(columns: ["reason", "user_id", "umeta_id", "meta_key", "token", "detail"])
        for finding in report.findings { listing.add(finding.json) }
        listing.print(to: output, json: false, empty: "Nothing is wrong.")
        output.line()
        output.line("\(report.tokens) tokens of \(report.users) users in \(report.rows) rows.")
        for reason in TokenFinding.Reason.allCases {
            guard let count = report.counts[reason] else { continue }
            output.line("\(count) \(reason.rawValue): \(reason.help)")
        }
    }
}
