import ApplePush
import PushCore

/// `push-bridge channels list`: an app's broadcast channels.
enum ChannelsListCommand: Command {
    static let manual = Manual(
        "channels list", "lists an app's broadcast channels",
        description: """
            The ids of all channels that the app has in one environment, as Apple lists them. How one was made is \
            told by "channels show".
            """,
        options: ChannelDesk.options,
        output: "A table, or with --json a list of objects: channel, app, environment and bundle_id.",
        failure: "Apple refuses it; its reason is named",
        exitCodes: ChannelDesk.exitCodes,
        examples: [
            Manual.Example("push-bridge channels list --environment sandbox", "The channels of development builds.")
        ],
        seeAlso: ["channels create", "channels show"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        try await ChannelDesk.run(context) { desk in
            var listing = Listing(columns: ["channel", "app", "environment", "bundle_id"])
            for channel in try await desk.client.all() {
                listing.add(desk.row(channel))
            }
            listing.print(
                to: context.output, json: context.wantsJSON,
                empty: "\(desk.bundleID) has no channels in \(desk.environment.rawValue).")
        }
        return .ok
    }
}
