import ApplePush
import Cryptography
import HTTP2Client
import JSONText
import PushCore
import ServiceRuntime

/// IosPushSender: notifications as the dispatcher hands them over, one device each, and their results.
struct SenderBench {
    // As `apns-simulator --make-key` names them.
    private static let keyID = "TESTKEY001"
    private static let teamID = "TESTTEAM01"

    private let options: BenchOptions
    private let key: SigningKey
    private let tokenProvider: ApnsTokenProvider
    private let message: PushMessage

    /// - Throws: when the simulator's key cannot be read.
    init(_ options: BenchOptions) throws {
        self.options = options
        let pem = try FileSystem.read("\(options.keyDirectory)/AuthKey_\(Self.keyID).p8", limit: 65_536)
        key = try SigningKey(pem: Secret(pem))
        tokenProvider = ApnsTokenProvider(key: key, keyID: Self.keyID, teamID: Self.teamID)
        try tokenProvider.update(issuedAt: WallClock.seconds)
        let json: JSONValue = [
            "title": .string(BenchPush.title), "body": .string(BenchPush.text), "data": ["id": 12345],
        ]
        message = try PushMessage(json, type: .standard)
    }

    func run() -> Measurement {
        let loop = ConnectionLoop(name: "bench")
        defer { loop.stop() }
        var settings = ApnsSettings(production: options.endpoint, sandbox: options.endpoint)
        settings.caFile = options.caFile
        settings.maximumStreams = options.streams
        let sender = IosPushSender(
            credentials: IosCredentials(
                app: "default", channel: .standard, bundleID: BenchPush.bundleID,
                kind: .token(key, keyID: Self.keyID, teamID: Self.teamID)),
            settings: settings, loop: loop, tokenProvider: tokenProvider, installationID: "bench")
        defer { sender.close() }
        let refill = Refill(
            count: options.count, batch: options.batch, ahead: 2 * options.streams + 2 * options.batch)
        return Measurement.of(options.count) { Self.send(by: sender, message, refill) }
    }

    private static func send(by sender: IosPushSender, _ message: PushMessage, _ refill: Refill) -> Int {
        @Sendable func submit(_ numbers: Range<Int>) {
            let notifications = numbers.map { notification(message, number: $0) }
            sender.send(notifications) { results in
                let failed = results.count { result in result.tokens.contains { $0.status != .delivered } }
                refill.end(results.count, failed: failed, submit)
            }
        }
        return refill.run(submit)
    }

    private static func notification(_ message: PushMessage, number: Int) -> PushNotification {
        let address = DeviceToken(hex: BenchPush.token(BenchPush.digits(number))).map(Recipient.Address.apns)
        let recipient = Recipient(userID: UInt64(number), address: address ?? .malformed(shown: "?"), kind: .standard)
        return PushNotification(
            actionID: UInt64(number) + 1, app: "default", type: .standard, message: message, recipients: [recipient],
            deadline: nil, endOfLife: nil)
    }
}
