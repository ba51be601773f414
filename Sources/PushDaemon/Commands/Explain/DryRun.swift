import JSONText
import MariaDB
import PushCore
import PushStore
import ServiceRuntime
import WordPress

/// What `send --dry-run` shows: the request that a message would become, and who would get it.
struct DryRun {
    private let draft: ActionDraft
    private let message: PushMessage
    private let type: ActionType
    private let context: CommandContext

    /// - Throws: `MessageFault` when the daemon would refuse the message.
    init(_ draft: ActionDraft, _ context: CommandContext) throws {
        self.draft = draft
        self.context = context
        guard let type = ActionType(draft.type) else { throw MessageFault(reason: "UnknownType") }
        self.type = type
        message = try PushMessage(try JSONParser.parse(draft.message), type: type)
    }

    /// Prints it. Nothing is written to the queue, and nobody but the database is asked.
    func run() async throws -> ExitCode {
        let configuration = try context.configuration()
        let database = context.database(configuration)
        let recipients = try await recipients(configuration, database)
        let site = try await site(configuration, database)
        let now = WallClock.seconds
        let maximumAge = type == .push(.voip) ? (site.configuration.voipMaximumAge + 999) / 1000 : nil
        let end = ActionLife.end(start: now * 1000, ttl: message.ttl, maximumAge: maximumAge, expiresAt: nil)
        let preview = try RequestPreview(
            message, type: type, actionID: nil, life: .init(start: now, end: end.map { $0 / 1000 }), site: site)
        let willBeSent = recipients.contains { $0.refusal == nil }
        if context.wantsJSON {
            var json = preview.json
            json["recipients"] = .array(recipients.map { .object(Self.row($0)) })
            json["reason"] = willBeSent ? .null : .string(noneReason(recipients))
            context.output.json(.object(json))
        } else {
            for line in preview.lines { context.output.line(line) }
            context.output.line()
            var listing = Listing(columns: ["user_id", "token", "environment", "reason"])
            for recipient in recipients.prefix(Self.mostShown) { listing.add(Self.row(recipient)) }
            listing.print(to: context.output, json: false, empty: "Nobody would get it: \(noneReason(recipients)).")
            if recipients.count > Self.mostShown {
                context.output.line("… and \(recipients.count - Self.mostShown) more")
            }
            context.output.line("Nothing was enqueued or sent.")
        }
        return willBeSent ? .ok : .failed
    }

    private static let mostShown = 20

    private func noneReason(_ recipients: [Recipient]) -> String {
        recipients.compactMap { $0.refusal?.reason }.first ?? "NoDeviceToken"
    }

    private static func row(_ recipient: Recipient) -> JSONObject {
        JSONObject([
            ("user_id", JSONValue(recipient.userID)), ("token", .string(recipient.column)),
            ("environment", JSONValue((recipient.learnedEnvironment ?? recipient.environment)?.rawValue)),
            ("reason", JSONValue(recipient.refusal?.reason)),
        ])
    }

    // A list of tokens can be looked at without the database; then the topic is not known.
    private func site(_ configuration: Configuration, _ database: Database) async throws -> SendingSite {
        do {
            return try await SendingSite(app: draft.app, channel: type.channel, configuration, database)
        } catch let error as MariaDBError where draft.audience?["tokens"] != nil {
            context.warning("without the database the topic is not known: \(error)")
            return SendingSite(app: draft.app, channel: type.channel, withoutDatabase: configuration)
        }
    }

    private func recipients(_ configuration: Configuration, _ database: Database) async throws -> [Recipient] {
        let kind = message.tokenKind(for: type)
        if let tokens = draft.audience?["tokens"]?.array {
            return tokens.compactMap(\.string).map { text in
                let token = TokenText.normalize(Array(text.utf8)).flatMap(DeviceToken.init(hex:))
                let shown = MessageWarnings.shown(text)
                return Recipient(userID: nil, address: token.map { .apns($0) } ?? .malformed(shown: shown), kind: kind)
            }
        }
        let listed = draft.audience?["users"]?.array?.compactMap { $0.integer.flatMap { UInt64(exactly: $0) } }
        let users = listed ?? [draft.userID].compactMap { $0 }
        let settings = configuration.tokenSettings
        let repository = MySQLPushTokenRepository(
            database: database, tables: configuration.database.tables, settings: { settings })
        let found = try await repository.recipients(of: users, app: draft.app, kind: kind)
        return users.flatMap { found[$0] ?? [] }
    }
}
