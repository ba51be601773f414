import PushStore

/// `push-bridge credentials list`: which credentials are stored.
enum CredentialsListCommand: Command {
    static let manual = Manual(
        "credentials list", "lists the stored credentials, never their secrets",
        description: "One line for each app and channel, with what was wrong when the daemon last read it.",
        options: [.json],
        output: """
            A table, or with --json a list of objects: \(CredentialRow.columns.joined(separator: ", ")). not_after \
            is when a certificate ends. --json also tells jwt_issued_at.
            """,
        examples: [Manual.Example("push-bridge credentials list", "Does the column error say anything?")],
        seeAlso: ["credentials show", "credentials verify", "status"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let configuration = try context.configuration()
        let store = MySQLCredentialStore(
            database: context.database(configuration), tables: configuration.database.tables)
        var listing = Listing(columns: CredentialRow.columns)
        for credential in try await store.all() { listing.add(CredentialRow.object(credential)) }
        listing.print(
            to: context.output, json: context.wantsJSON,
            empty: "No credentials. Store one: push-bridge credentials set --help")
        return .ok
    }
}
