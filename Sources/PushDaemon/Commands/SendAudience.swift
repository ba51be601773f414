import JSONText
import PushCore

/// Who shall have what `send` enqueues, as its options say: one user, or an audience (contract, section 2).
struct SendAudience {
    /// The user; nil when there is an audience.
    let userID: UInt64?
    /// The column `audience`.
    let json: JSONValue?
    /// The same, read; nil for one user.
    let audience: Audience?

    static let options = [
        Option("user", "ID", repeatable: true, "The user whose devices shall have it; may be repeated."),
        Option(flag: "all", "Everybody who has a device."),
        Option("role", "ROLE", "Everybody with this role, such as subscriber; on a network those of the main site."),
        Option("channel", "CHANNEL", "A broadcast channel by its id (channels list); needs --type liveactivity."),
        Option("token-file", "FILE", "These device tokens, one a line, # for remarks; - is standard input."),
        Option(
            "audience", "JSON",
            #"Whatever the column audience takes, such as {"meta":{"key":"city","value":"Berlin"}}."#),
        Option("site", "NUMBER", "Only members of this site of a network; with any of these but --channel."),
    ]

    /// A list of tokens may be long.
    private static let largestTokenFile = 64 << 20

    /// - Throws: `CommandFailure` for options that are wrong, `MessageFault` for what the daemon would refuse.
    init(_ arguments: ParsedArguments, type: ActionType) throws {
        let users = try arguments.all("user").map { (text) throws(CommandFailure) in
            try ParsedArguments.id(text, of: "--user")
        }
        let given = ["user", "all", "role", "channel", "token-file", "audience"].filter(arguments.has)
        guard let name = given.first else {
            throw Self.usage("nobody to send to: give --user, --all, --role, --channel, --token-file or --audience")
        }
        guard given.count == 1 else { throw Self.usage("--\(name) and --\(given[1]) exclude each other") }
        let site = try arguments.id("site")
        if users.count == 1, site == nil {
            (userID, json, audience) = (users.first, nil, nil)
            return
        }
        var object: JSONObject
        switch name {
        case "user": object = JSONObject([("users", .array(users.map { JSONValue($0) }))])
        case "all": object = JSONObject([("all", true)])
        case "audience": object = try Self.object(arguments.value(name) ?? "")
        case "token-file":
            let tokens = try Self.tokens(arguments.value(name) ?? "")
            object = JSONObject([("tokens", .array(tokens.map(JSONValue.string)))])
        default: object = JSONObject([(name, JSONValue(arguments.value(name)))])
        }
        if let site { object["site"] = JSONValue(site) }
        let audience = try Audience(JSONWriter.bytes(.object(object)))
        if case .channel = audience.members, type != .push(.liveactivity) {
            throw Self.usage(
                "a channel takes --type liveactivity and no other: Apple broadcasts to Live Activities only")
        }
        (userID, json, self.audience) = (nil, .object(object), audience)
    }

    /// The channel of a broadcast.
    var channel: BroadcastChannel? {
        guard case .channel(let channel)? = audience?.members else { return nil }
        return channel
    }

    private static func object(_ text: String) throws(CommandFailure) -> JSONObject {
        guard let object = (try? JSONParser.parse(Array(text.utf8)))?.object else {
            throw usage(#"--audience: "\#(text)" is no JSON object such as {"role":"subscriber"}"#)
        }
        return object
    }

    private static func tokens(_ path: String) throws -> [String] {
        let bytes = try InputFile.read(path, limit: largestTokenFile)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let tokens = lines.map { String($0).trimmed }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        guard !tokens.isEmpty else { throw CommandFailure(.failed, "\(path) holds no token") }
        return tokens
    }

    private static func usage(_ text: String) -> CommandFailure { ParsedArguments.failure(text, SendCommand.manual) }
}
