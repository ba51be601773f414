import JSONText
import PushCore
import PushStore
import ServiceRuntime

/// `push-bridge send`: enqueues from the shell.
enum SendCommand: Command {
    static let manual = Manual(
        "send", "enqueues a push",
        synopsis: [
            "--user ID (--title TEXT --body TEXT | --message FILE) [OPTIONS]",
            "(--all | --role ROLE | --channel CHANNEL | --token-file FILE | --audience JSON) (--title … | --message …) [OPTIONS]",
        ],
        description: """
            Writes a row into the queue, as the site does, and prints its id. The message is checked by the same \
            rules as in the daemon before it is written: what the daemon would refuse is refused here, with its \
            reason.

            --title, --subtitle and --body fill in those keys of the message; with --message they win over the \
            file's. A call (--type voip) needs a message with callkit_payload.

            One user, or an audience: several users, a role, everybody, a broadcast channel, or a list of tokens. An \
            audience is one row, whatever its size; the daemon goes through it part by part, and "queue cancel" \
            stops it half-way.

            --wait shows what became of every device and ends with 0 when Apple accepted every push, else with 1. \
            For an audience it shows meanwhile, on a terminal, how far the daemon is; then how many deliveries \
            ended how, and the first of them, those that were not delivered before the others (20; with --json 1000). \
            When the time is over the command ends with 1 and the daemon goes on.

            --dry-run enqueues nothing and asks nobody but the database: it shows the request that Apple would get, \
            how much of its size limit is used, what Apple or the device would ignore, and who would get it: how \
            many devices, how many of them are refused and why, and the first of them (20; with --json 1000). It \
            ends with 1 when nobody would. With --token-file it works without the database, too, and then does not \
            know the topic.
            """,
        options: SendAudience.options + [
            Option("type", "TYPE", "standard (default), voip, or an APNs push type: \(pushTypes)."),
            Option("title", "TEXT", "The title."), Option("subtitle", "TEXT", "The subtitle."),
            Option("body", "TEXT", "The text."),
            Option("message", "FILE", "The message as a JSON object; - is standard input."),
            Option("app", "NAME", "The app whose credentials send it (default: default)."),
            Option(
                "dedupe-key", "KEY",
                "At most 191 bytes. A second send with this key gives the first one's id and adds nothing."),
            Option(flag: "dry-run", "Show the request, its size and its weak points; send nothing."),
            Option(flag: "wait", "Wait for the results and show them."),
            Option("timeout", "SECONDS", "With --wait: at most so long, 1 to 86400 (default 30)."), .json,
        ],
        output: """
            The id of the action. --json: an object with id, state and reason. --wait: the same as "queue \
            show". --dry-run --json: push_type, servers, path, headers, body, bytes, limit, \
            warnings, findings, recipients, devices, sendable, refused and reason.
            """,
        failure: """
            the message is refused (the reason is named) or would reach nobody; with --wait: not every push was \
            accepted, or the time is over
            """,
        examples: [
            Manual.Example(
                "push-bridge send --user 42 --title Hello --body World --wait", "Send, and see what became of it."),
            Manual.Example(
                "push-bridge send --user 42 --type voip --message call.json",
                #"With {"title":"Anna","callkit_payload":{…}}."#),
            Manual.Example(
                "push-bridge send --role subscriber --message news.json --dry-run",
                "How many devices would get it, and what?"),
            Manual.Example(
                "push-bridge send --all --message news.json --wait --timeout 3600", "A campaign, watched to its end."),
        ],
        seeAlso: ["explain", "queue show", "queue cancel", "tokens export", "channels list"])

    private static let pushTypes = PushType.allCases.map(\.rawValue).filter { $0 != "voip" }.joined(separator: ", ")

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let arguments = context.arguments
        let limit = try arguments.number("timeout", in: 1...86_400, standard: 30)
        do {
            let order = try Self.order(arguments)
            if arguments.has("dry-run") { return try await DryRun(order, context).run() }
            return try await enqueue(order, waiting: arguments.has("wait") ? limit : nil, context)
        } catch let fault as MessageFault {
            if context.wantsJSON {
                context.output.json(["id": nil, "state": "failed", "reason": .string(fault.reason), "deliveries": []])
            }
            throw CommandFailure(.failed, "refused: \(fault.reason); nothing was enqueued")
        }
    }

    private static func enqueue(
        _ order: SendOrder, waiting seconds: Int?, _ context: CommandContext
    ) async throws -> ExitCode {
        let configuration = try context.configuration()
        let database = context.database(configuration)
        // For what only the whole request shows: its size.
        _ = try order.preview(
            on: await SendingSite(app: order.draft.app, channel: order.type.channel, configuration, database))
        let queue = QueueAdministration(database: database, tables: configuration.database.tables)
        let (id, isNew) = try await queue.enqueue(order.draft)
        if !isNew { context.output.remark("push-bridge: this --dedupe-key is known: action \(id)") }
        guard let seconds else {
            context.wantsJSON
                ? context.output.json(["id": JSONValue(id), "state": "queued", "reason": nil])
                : context.output.line("\(id)")
            return .ok
        }
        let wait = SendWait(id: id, queue: queue, seconds: seconds, context: context)
        guard let audience = order.recipients.audience else { return try await wait.run() }
        return try await wait.run(through: audience)
    }

    // MARK: The row

    private static func order(_ arguments: ParsedArguments) throws -> SendOrder {
        let word = arguments.value("type") ?? "standard"
        guard let type = ActionType(word) else {
            let words = ["standard"] + PushType.allCases.map(\.rawValue)
            throw usage("--type: \"\(word)\" is unknown\(NearMiss.hint(for: word, among: words))")
        }
        if arguments.value("token-file") == "-", arguments.value("message") == "-" {
            throw usage("standard input cannot be both the tokens and the message")
        }
        let recipients = try SendAudience(arguments, type: type)
        let json = try message(arguments)
        let draft = ActionDraft(
            type: word, app: try arguments.app(), userID: recipients.userID, audience: recipients.json,
            message: JSONWriter.bytes(json), dedupeKey: try dedupeKey(arguments))
        return SendOrder(
            draft: draft, type: type, message: try PushMessage(json, type: type), recipients: recipients)
    }

    private static func dedupeKey(_ arguments: ParsedArguments) throws -> String? {
        guard let key = arguments.value("dedupe-key") else { return nil }
        guard (1...191).contains(key.utf8.count) else { throw usage("--dedupe-key has 1 to 191 bytes") }
        return key
    }

    private static func message(_ arguments: ParsedArguments) throws -> JSONValue {
        var object = JSONObject()
        if let path = arguments.value("message") {
            do {
                let json = try JSONParser.parse(try InputFile.read(path, limit: MessageDecoder.largest))
                guard let read = json.object else { throw CommandFailure(.failed, "\(path) holds no JSON object") }
                object = read
            } catch let error as JSONError {
                throw CommandFailure(.failed, "\(path) is not JSON: \(error)")
            }
        }
        for key in ["title", "subtitle", "body"] {
            if let text = arguments.value(key) { object[key] = .string(text) }
        }
        if object.isEmpty, !arguments.has("message") {
            throw usage("nothing to send: give --title and --body, or --message")
        }
        return .object(object)
    }
}
