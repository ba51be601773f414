import ApplePush
import JSONText

/// `push-bridge channels show`: how a broadcast channel was made.
enum ChannelsShowCommand: Command {
    static let manual = Manual(
        "channels show", "shows how a broadcast channel was made", synopsis: ["CHANNEL [OPTIONS]"],
        description: """
            Asks Apple for the channel's storage policy: none (nothing is kept for devices that are offline) or \
            latest (the newest push, up to eight hours). A channel that does not exist in this environment is a \
            failure.
            """,
        options: ChannelDesk.options, operands: ["CHANNEL"],
        output: "--json: an object with channel, app, environment, bundle_id and policy.",
        failure: "there is no such channel here, or Apple refuses it; its reason is named",
        exitCodes: ChannelDesk.exitCodes,
        examples: [
            Manual.Example(
                "push-bridge channels show dHN0LXNyY2gtY2hubA==", "Does Apple keep pushes for devices that are offline?"
            )
        ],
        seeAlso: ["channels list", "channels delete"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let channel = try ChannelDesk.channel(context)
        try await ChannelDesk.run(context) { desk in
            let policy = try await desk.client.policy(of: channel)
            let row = desk.row(channel, ["policy": .string(policy.rawValue)])
            guard !context.wantsJSON else { return context.output.json(.object(row)) }
            for member in row.members { context.output.line("\(member.name): \(member.value.string ?? "")") }
        }
        return .ok
    }
}
