import ApplePush
import JSONText
import PushCore

/// `push-bridge channels create`: a new broadcast channel.
enum ChannelsCreateCommand: Command {
    static let manual = Manual(
        "channels create", "makes a broadcast channel and prints its id",
        description: """
            A broadcast channel carries Live Activity updates to everybody whose app listens to it (iOS 18): one \
            push instead of one for each device. Apple chooses the id; give it to the app, and send with \
            "push-bridge send --channel ID --type liveactivity", or with

              INSERT INTO wp_pushbridge_actions (type, audience, message)
              VALUES ('liveactivity', '{"channel":"ID"}', '{"live_activity":{…}}');

            What Apple keeps for devices that are offline is fixed for the life of the channel: nothing (none, for \
            frequent updates: a higher budget, but a push with an expiration is refused), or the newest push for up \
            to eight hours (latest).

            The app's bundle id needs the broadcast capability in Apple's developer portal. An app may have 10,000 \
            channels in each environment; a channel exists only in the one where it was made.
            """,
        options: [Option("policy", "POLICY", "none (default) or latest.")] + ChannelDesk.options,
        output: "The id. --json: an object with channel, app, environment, bundle_id and policy.",
        failure: "Apple refuses it; its reason is named",
        exitCodes: ChannelDesk.exitCodes,
        examples: [
            Manual.Example(
                "push-bridge channels create --environment sandbox --policy latest",
                "A channel for development builds of the app.")
        ],
        seeAlso: ["channels list", "channels delete", "send"])

    static func run(_ context: CommandContext) async throws -> ExitCode {
        let word = context.arguments.value("policy") ?? MessageStoragePolicy.none.rawValue
        guard let policy = MessageStoragePolicy(rawValue: word) else {
            throw usage("--policy: \"\(word)\" is neither none nor latest")
        }
        try await ChannelDesk.run(context) { desk in
            let channel = try await desk.client.create(policy)
            if context.wantsJSON {
                context.output.json(.object(desk.row(channel, ["policy": .string(policy.rawValue)])))
            } else {
                context.output.line(channel.id)
            }
        }
        return .ok
    }
}
