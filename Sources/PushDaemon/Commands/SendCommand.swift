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
            "--token-file FILE (--title TEXT --body TEXT | --message FILE) [OPTIONS]",
        ],
        description: """
            Writes a row into the queue, as the site does, and prints its id. The message is checked by the same \
            rules as in the daemon before it is written: what the daemon would refuse is refused here, with its \
            reason.

            --title, --subtitle and --body fill in those keys of the message; with --message they win over the \
            file's. A call (--type voip) needs a message with callkit_payload.

            --dry-run enqueues nothing and asks nobody but the database: it shows the request that Apple would get, \
            how much of its size limit is used, what Apple or the device would ignore, and who would get it. It \
            ends with 1 when nobody would. With --token-file it works without the database, too, and then does not \
            know the topic.
            """,
        options: [
            Option("user", "ID", repeatable: true, "The user whose devices shall have it; may be repeated."),
            Option("token-file", "FILE", "Device tokens, one a line, instead of a user; - is standard input."),
            Option("type", "TYPE", "standard (default), voip, or an APNs push type."),
            Option("title", "TEXT", "The title."), Option("subtitle", "TEXT", "The subtitle."),
            Option("body", "TEXT", "The text."),
            Option("message", "FILE", "The message as a JSON object; - is standard input."),
            Option("app", "NAME", "The app whose credentials send it (default: default)."),
            Option("dedupe-key", "KEY", "A second send with this key gives the first one's id and adds nothing."),
            Option(flag: "dry-run", "Show the request, its size and its weak points; send nothing."),
            Option(flag: "wait", "Wait for the results and show them."),
            Option("timeout", "SECONDS", "Wait at most so long, 1 to 86400 (default 30)."), .json,
        ],
        examples: [
            Manual.Example(
                "push-bridge send --user 42 --title Hello --body World --wait", "Send, and see what became of it."),
            Manual.Example(
                "push-bridge send --user 42 --type voip --message call.json",
                #"With {"title":"Anna","callkit_payload":{…}}."#),
        ])

    /// A list of tokens may be long.
    private static let largestTokenFile = 64 << 20
    private static let pollMilliseconds = 100

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let arguments = context.arguments
        let limit = try arguments.number("timeout", in: 1...86_400, standard: 30)
        let draft: ActionDraft
        do {
            draft = try Self.draft(arguments)
            if arguments.has("dry-run") { return try await DryRun(draft, context).run() }
        } catch let fault as MessageFault {
            if context.wantsJSON {
                context.output.json(["id": nil, "state": "failed", "reason": .string(fault.reason), "deliveries": []])
            }
            throw CommandFailure(.failed, "the message is refused: \(fault.reason); nothing was enqueued")
        }
        let configuration = try context.configuration()
        let queue = QueueAdministration(
            database: context.database(configuration), tables: configuration.database.tables)
        let (id, isNew) = try await queue.enqueue(draft)
        if !isNew { context.output.remark("push-bridge: this --dedupe-key is known: action \(id)") }
        guard arguments.has("wait") else {
            context.wantsJSON
                ? context.output.json(["id": JSONValue(id), "state": "queued", "reason": nil])
                : context.output.line("\(id)")
            return .ok
        }
        return try await wait(for: id, queue: queue, seconds: limit, context)
    }

    private static func wait(
        for id: UInt64, queue: QueueAdministration, seconds: Int, _ context: CommandContext
    ) async throws -> ExitCode {
        let end = MonotonicTime.now.advanced(milliseconds: Int64(seconds) * 1000)
        while true {
            guard let report = try await ActionReport(id, from: queue) else {
                throw CommandFailure(.failed, "the action \(id) is gone: somebody deleted its row")
            }
            guard report.isFinal || MonotonicTime.now >= end else {
                try await Task.sleep(nanoseconds: UInt64(pollMilliseconds) * 1_000_000)
                continue
            }
            report.print(to: context.output, json: context.wantsJSON)
            if report.isFinal { return report.state == "sent" ? .ok : .failed }
            let hint = report.state == "queued" ? "is push-bridge run running?" : "a delivery waits for its next try"
            throw CommandFailure(.failed, "action \(id) is still \(report.state) after \(seconds) s; \(hint)")
        }
    }

    // MARK: The row

    private static func draft(_ arguments: ParsedArguments) throws -> ActionDraft {
        let word = arguments.value("type") ?? "standard"
        guard let type = ActionType(word) else {
            let words = ["standard"] + PushType.allCases.map(\.rawValue)
            throw usage("--type: \"\(word)\" is unknown\(NearMiss.hint(for: word, among: words))")
        }
        let users = try arguments.all("user").map { text in
            guard let user = UInt64(text), user > 0 else { throw usage("--user: \"\(text)\" is no user id") }
            return user
        }
        var audience: JSONValue?
        switch (users.count, arguments.value("token-file")) {
        case (0, nil): throw usage("nobody to send to: give --user or --token-file")
        case (1, nil): break
        case (_, nil): audience = ["users": .array(users.map { JSONValue($0) })]
        case (0, let path?): audience = ["tokens": .array(try tokens(path).map(JSONValue.string))]
        default: throw usage("--user and --token-file exclude each other")
        }
        if arguments.value("token-file") == "-", arguments.value("message") == "-" {
            throw usage("standard input cannot be both the tokens and the message")
        }
        let message = try message(arguments)
        _ = try PushMessage(message, type: type)
        return ActionDraft(
            type: word, app: try arguments.app(), userID: audience == nil ? users.first : nil, audience: audience,
            message: JSONWriter.bytes(message), dedupeKey: try dedupeKey(arguments))
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

    private static func tokens(_ path: String) throws -> [String] {
        let bytes = try InputFile.read(path, limit: largestTokenFile)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let tokens = lines.map { String($0).trimmed }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        guard !tokens.isEmpty else { throw CommandFailure(.failed, "\(path) holds no token") }
        return tokens
    }
}
