import ApplePush
import HTTP2Client
import JSONText
import PushCore
import PushStore

/// An app's broadcast channels in one environment, as the commands reach them.
struct ChannelDesk {
    let app: String
    let environment: PushEnvironment
    let bundleID: String
    let client: BroadcastChannelClient

    /// The options of every command about channels.
    static let options = [
        Option("app", "NAME", "The app (default: default)."),
        Option(
            "environment", "ENVIRONMENT",
            "production or sandbox (default: [apns] environment, production when that is auto)."), .json,
    ]
    static let exitCodes: [ExitCode] = [.configuration, .database, .credentials]

    /// Opens the app's standard credential and lets `work` use it.
    /// - Throws: `ChannelFailure` among others.
    static func run(_ context: CommandContext, _ work: (ChannelDesk) async throws -> Void) async throws {
        let app = try context.arguments.app()
        let asked = try environment(context.arguments)
        let configuration = try context.configuration()
        let apns = configuration.app(app).apns
        let environment = asked ?? apns.environment.allowed[0]
        let store = MySQLCredentialStore(
            database: context.database(configuration), tables: configuration.database.tables)
        guard let stored = try await store.all().first(where: { $0.app == app && $0.channel == .standard }) else {
            throw CommandFailure(
                .credentials,
                "app \(app) has no credential for channel standard; store one: push-bridge credentials set --help")
        }
        let credentials = try IosCredentials(opening: stored, with: try KeyPair.all(configuration, context))
        let provider = credentials.tokenProvider
        // The daemon's own token, made of the moment that all processes agree on: another one would count as a change.
        if let provider,
            let issuedAt = try await store.agreedIssuedAt(
                app: app, channel: .standard, maximumAge: CredentialService.tokenAge)
        {
            try provider.update(issuedAt: issuedAt, age: try await store.clock().seconds - issuedAt)
        }
        let loop = ConnectionLoop(name: "apns-channels")
        defer { loop.stop() }
        let client = BroadcastChannelClient(
            credentials: credentials, endpoint: try HTTPEndpoint(url: apns.manageURL(environment)),
            settings: try apns.settings, loop: loop, tokenProvider: provider)
        try await work(
            ChannelDesk(app: app, environment: environment, bundleID: credentials.bundleID, client: client))
    }

    /// A channel as listings show it; `more` follows the names that all of them have.
    func row(_ channel: BroadcastChannel, _ more: KeyValuePairs<String, JSONValue> = [:]) -> JSONObject {
        JSONObject(
            [
                ("channel", .string(channel.id)), ("app", .string(app)),
                ("environment", .string(environment.rawValue)), ("bundle_id", .string(bundleID)),
            ] + more.map { ($0.key, $0.value) })
    }

    /// The operand as a channel.
    static func channel(_ context: CommandContext) throws(CommandFailure) -> BroadcastChannel {
        let text = context.arguments.operands[0]
        guard let channel = BroadcastChannel(text) else {
            throw CommandFailure(.usage, "CHANNEL: \"\(text)\" is no channel id; Apple's are Base64 text")
        }
        return channel
    }

    private static func environment(_ arguments: ParsedArguments) throws(CommandFailure) -> PushEnvironment? {
        guard let text = arguments.value("environment") else { return nil }
        guard let environment = PushEnvironment(rawValue: text) else {
            throw CommandFailure(.usage, "--environment: \"\(text)\" is neither production nor sandbox")
        }
        return environment
    }
}
