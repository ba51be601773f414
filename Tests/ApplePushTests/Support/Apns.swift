import ApnsSimulator
import ApplePush
import Cryptography
import Glibc
import HTTP2Client
import JSONText
import PushCore
import ServiceRuntime

/// A simulator over real TLS, a key that it knows, and senders to it; all goes away with it.
final class Apns: Sendable {
    static let bundleID = "com.example.app"

    let simulator: ApnsSimulator
    let tokenProvider: ApnsTokenProvider
    let loop = ConnectionLoop(name: "apns-test")
    private let signingKey: SigningKey
    private let directory: String

    /// - Parameter environments: where the key may be used.
    init(environments: Set<SimulatedEnvironment> = [.production, .sandbox]) throws {
        var template = Array("/tmp/apple-push-tests-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure(description: "mkdtemp: error \(errno)") }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        simulator = try ApnsSimulator(SimulatorConfiguration(tlsDirectory: directory))
        let key = try SimulatedSigningKey()
        try simulator.register(key.registration(environments: environments))
        simulator.unknownTokens = .badDeviceToken
        try simulator.start()
        signingKey = try SigningKey(pem: Secret(Array(key.p8().utf8)))
        tokenProvider = ApnsTokenProvider(key: signingKey, keyID: key.keyID, teamID: key.teamID)
        try tokenProvider.update(issuedAt: WallClock.seconds)
    }

    deinit {
        loop.stop()
        simulator.stop()
        _ = unsafe system("rm -r '\(directory)'")
    }

    struct Failure: Error, CustomStringConvertible { let description: String }

    func settings(_ change: (inout ApnsSettings) -> Void = { _ in }) throws -> ApnsSettings {
        var settings = ApnsSettings(
            production: try HTTPEndpoint(url: simulator.productionURL),
            sandbox: try HTTPEndpoint(url: simulator.sandboxURL))
        settings.caFile = simulator.caFile
        change(&settings)
        return settings
    }

    func credentials(_ channel: PushChannel, topics: [String] = []) -> IosCredentials {
        IosCredentials(
            app: "default", channel: channel, bundleID: Self.bundleID, topics: topics,
            kind: .token(signingKey, keyID: "TESTKEY001", teamID: "TESTTEAM01"))
    }

    func standard(topics: [String] = [], _ change: (inout ApnsSettings) -> Void = { _ in }) throws -> IosPushSender {
        IosPushSender(
            credentials: credentials(.standard, topics: topics), settings: try settings(change), loop: loop,
            tokenProvider: tokenProvider, installationID: "site")
    }

    func voip(topics: [String] = [], _ change: (inout ApnsSettings) -> Void = { _ in }) throws -> IosVoipPushSender {
        IosVoipPushSender(
            credentials: credentials(.voip, topics: topics), settings: try settings(change), loop: loop,
            tokenProvider: tokenProvider, installationID: "site")
    }

    /// A sender that proves itself by a certificate of the simulator's authority.
    func certified(
        _ environments: Set<SimulatedEnvironment> = [.production, .sandbox], bundleID: String = Apns.bundleID,
        topics: [String]? = nil
    ) throws -> IosPushSender {
        var contents = ProviderCertificate.Contents(bundleID: bundleID)
        contents.environments = environments
        contents.topics = topics?.map { ($0, "app") }
        let issued = try ProviderCertificate(contents, tlsDirectory: directory)
        let certificate = try Certificate(Secret(Array(issued.pem.utf8)))
        let credentials = IosCredentials(
            app: "default", channel: .standard, bundleID: bundleID, topics: certificate.topics,
            kind: .certificate(certificate))
        return IosPushSender(
            credentials: credentials, settings: try settings(), loop: loop, tokenProvider: nil, installationID: "site")
    }

    /// A token that the simulator knows, and its recipient.
    func device(
        _ environment: SimulatedEnvironment = .production, kind: TokenKind = .standard,
        state: SimulatedToken.State = .active
    ) -> Recipient {
        let recipient = Apns.stranger(kind: kind)
        let pushKind = SimulatedPushKind(rawValue: kind.rawValue) ?? .standard
        simulator.register(
            SimulatedToken(
                recipient.column, environment: environment, topics: [Self.bundleID], kind: pushKind, state: state))
        return recipient
    }

    /// A recipient whose token no environment knows.
    static func stranger(kind: TokenKind = .standard) -> Recipient {
        let hex = (0..<4).map { _ in
            let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return Recipient(
            userID: 1, address: DeviceToken(hex: hex.joined()).map(Recipient.Address.apns) ?? .malformed(shown: "?"),
            kind: kind)
    }
}

/// A notification of `message` to `recipients`.
func notification(
    _ message: String, to recipients: [Recipient], type: ActionType = .standard, action: UInt64 = 1,
    deadline: MonotonicTime? = nil, endOfLife: Int64? = nil
) throws -> PushNotification {
    PushNotification(
        actionID: action, app: "default", type: type,
        message: try PushMessage(JSONParser.parse(Array(message.utf8)), type: type), recipients: recipients,
        deadline: deadline, endOfLife: endOfLife, startOfLife: 1_700_000_000)
}
