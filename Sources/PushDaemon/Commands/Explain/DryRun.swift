import JSONText
import MariaDB
import PushCore
import PushStore
import WordPress

/// What `send --dry-run` shows: the request that a message would become, and who would get it.
struct DryRun {
    private let order: SendOrder
    private let context: CommandContext

    init(_ order: SendOrder, _ context: CommandContext) {
        self.order = order
        self.context = context
    }

    private static let mostShown = 20
    private static let mostListed = 1000

    /// Prints it. Nothing is written to the queue, and nobody but the database is asked.
    /// - Throws: `MessageFault` when the daemon would refuse the message.
    func run() async throws -> ExitCode {
        let configuration = try context.configuration()
        let database = context.database(configuration)
        let preview = try order.preview(on: try await site(configuration, database))
        let reach = try await reach(configuration, database, refusal: preview.refusal)
        if context.wantsJSON {
            var json = preview.json
            json["recipients"] = .array(reach.shown.map { .object(Self.row($0, reach)) })
            for (name, value) in reach.counts { json[name] = value }
            json["reason"] = JSONValue(reach.reason)
            context.output.json(.object(json))
        } else {
            for line in preview.lines { context.output.line(line) }
            context.output.line()
            print(reach)
            context.output.line("Nothing was enqueued or sent.")
        }
        return reach.sendable > 0 ? .ok : .failed
    }

    private func print(_ reach: AudienceReach) {
        if let channel = order.recipients.channel {
            context.output.line("Whoever listens to the channel \(channel) would get it.")
            return
        }
        var listing = Listing(columns: ["user_id", "token", "environment", "reason"])
        for recipient in reach.shown { listing.add(Self.row(recipient, reach)) }
        listing.print(
            to: context.output, json: false, empty: "Nobody would get it: \(reach.reason ?? "NoDeviceToken").")
        if reach.devices > reach.shown.count { context.output.line("… and \(reach.devices - reach.shown.count) more") }
        if reach.devices > 0 { context.output.line(reach.summary) }
    }

    private static func row(_ recipient: Recipient, _ reach: AudienceReach) -> JSONObject {
        JSONObject([
            ("user_id", JSONValue(recipient.userID)), ("token", .string(recipient.column)),
            ("environment", JSONValue((recipient.learnedEnvironment ?? recipient.environment)?.rawValue)),
            ("reason", JSONValue(reach.reason(for: recipient))),
        ])
    }

    // A list of tokens can be looked at without the database; then the topic is not known.
    private func site(_ configuration: Configuration, _ database: Database) async throws -> SendingSite {
        do {
            return try await SendingSite(app: order.draft.app, channel: order.type.channel, configuration, database)
        } catch let error as MariaDBError where listedTokens != nil {
            context.warning("without the database the topic is not known: \(error)")
            return SendingSite(app: order.draft.app, channel: order.type.channel, withoutDatabase: configuration)
        }
    }

    private var listedTokens: [String]? {
        guard case .tokens(let tokens)? = order.recipients.audience?.members else { return nil }
        return tokens
    }

    private func reach(
        _ configuration: Configuration, _ database: Database, refusal: String?
    ) async throws -> AudienceReach {
        var reach = AudienceReach(keeps: context.wantsJSON ? Self.mostListed : Self.mostShown, refusal: refusal)
        let kind = order.message.tokenKind(for: order.type)
        if let tokens = listedTokens {
            reach.add(tokens.map { Self.recipient($0, kind) })
            return reach
        }
        let settings = configuration.tokenSettings
        let repository = MySQLPushTokenRepository(
            database: database, tables: configuration.database.tables, settings: { settings })
        if let user = order.recipients.userID {
            let found = try await repository.recipients(of: [user], app: order.draft.app, kind: kind)[user] ?? []
            reach.add(found.filter(order.message.isMeant))
        }
        guard let audience = order.recipients.audience else { return reach }
        let queue = QueueAdministration(database: database, tables: configuration.database.tables)
        let end = try await queue.length(of: audience)
        let bar = ProgressBar("audience")
        defer { bar.clear() }
        var walk = AudienceWalk()
        while !walk.isDone {
            // No action has the number 0: nothing counts as sent already.
            let step = try await repository.step(
                through: audience, behind: walk, action: 0, app: order.draft.app, kind: kind, limit: AudienceStep.size)
            reach.add(step.recipients.filter(order.message.isMeant))
            walk = step.walk
            bar.show(Double(walk.cursor) / Double(max(end, 1)))
        }
        return reach
    }

    private static func recipient(_ text: String, _ kind: TokenKind) -> Recipient {
        let token = TokenText.normalize(Array(text.utf8)).flatMap(DeviceToken.init(hex:))
        let shown = MessageWarnings.shown(text)
        return Recipient(userID: nil, address: token.map { .apns($0) } ?? .malformed(shown: shown), kind: kind)
    }
}
