import ApplePush
import JSONText
import PushCore

/// `push-bridge channels delete`: a broadcast channel goes for good.
enum ChannelsDeleteCommand: Command {
    static let manual = Manual(
        "channels delete", "deletes a broadcast channel for good", synopsis: ["CHANNEL [OPTIONS]"],
        description: """
            Nobody can send to the channel any more, and its id never comes back. What Apple keeps for devices that \
            are offline may still be delivered. Actions that are queued for it end rejected, ChannelNotRegistered.
            """,
        options: ChannelDesk.options, operands: ["CHANNEL"],
        output: "--json: an object with channel, app, environment, bundle_id and deleted.",
        failure: "there is no such channel here, or Apple refuses it; its reason is named",
        exitCodes: ChannelDesk.exitCodes,
        examples: [Manual.Example("push-bridge channels delete dHN0LXNyY2gtY2hubA==", "The match is over.")],
        seeAlso: ["channels list", "channels create"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let channel = try ChannelDesk.channel(context)
        try await ChannelDesk.run(context) { desk in
            try await desk.client.delete(channel)
            if context.wantsJSON {
                context.output.json(.object(desk.row(channel, ["deleted": true])))
            } else {
                context.output.line("Deleted the channel \(channel.id).")
            }
        }
        return .ok
    }
}
