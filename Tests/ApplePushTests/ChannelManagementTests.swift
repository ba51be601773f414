import ApnsSimulator
import ApplePush
import HTTP2Client
import PushCore
import ServiceRuntime
import Testing

/// Broadcast channels made, read, listed and deleted at a simulated APNs over real TLS.
@Suite struct ChannelManagementTests {
    private func client(
        _ apns: Apns, _ environment: PushEnvironment = .production, tokenProvider: ApnsTokenProvider? = nil
    ) throws -> BroadcastChannelClient {
        let settings = try apns.settings()
        return BroadcastChannelClient(
            credentials: apns.credentials(.standard),
            endpoint: environment == .production ? settings.production : settings.sandbox, settings: settings,
            loop: apns.loop, tokenProvider: tokenProvider ?? apns.tokenProvider)
    }

    private func failure(_ work: () async throws -> Void) async throws -> ChannelFailure? {
        do {
            try await work()
            return nil
        } catch let failure as ChannelFailure {
            return failure
        }
    }

    @Test func aChannelIsMadeReadListedAndDeleted() async throws {
        let apns = try Apns()
        let client = try client(apns)
        #expect(try await client.all().isEmpty)
        let first = try await client.create(.none)
        let second = try await client.create(.latest)
        #expect(try await client.all() == [first, second])
        #expect(try await client.policy(of: first) == .none)
        #expect(try await client.policy(of: second) == .latest)
        try await client.delete(first)
        #expect(try await client.all() == [second])
        let received = apns.simulator.received()
        #expect(
            received.map { $0.header(":method") ?? "" } == [
                "GET", "POST", "POST", "GET", "GET", "GET", "DELETE", "GET",
            ])
        #expect(received.map(\.status) == [200, 201, 201, 200, 200, 200, 204, 200])
        #expect(Set(received.compactMap { $0.header("apns-request-id") }).count == received.count)
        #expect(received.allSatisfy { $0.header("authorization")?.hasPrefix("bearer ") == true })
        #expect(received[3].header("apns-channel-id") == nil)
        #expect(received[4].header("apns-channel-id") == first.id)
        #expect(received[6].path == "/1/apps/com.example.app/channels")
    }

    @Test func allTenThousandChannelsOfAnAppAreListed() async throws {
        let apns = try Apns()
        for number in 0..<10_000 {
            let digits = String(number)
            let id = String(repeating: "A", count: 24 - digits.utf8.count) + digits
            apns.simulator.register(SimulatedChannel(id, bundleID: Apns.bundleID))
        }
        let all = try await client(apns).all()
        #expect(all.count == 10_000)
        #expect(all.last?.id.hasSuffix("A9999") == true)
    }

    @Test func anEnvironmentKnowsOnlyItsOwnChannels() async throws {
        let apns = try Apns()
        let channel = try await client(apns, .sandbox).create(.none)
        #expect(try await client(apns).all().isEmpty)
        let failure = try await failure {
            _ = try await client(apns).policy(of: channel)
        }
        #expect(failure?.isUnknownChannel == true)
        #expect(failure?.isAboutCredential == false)
        #expect(failure?.description.contains("no such channel in this environment") == true)
    }

    @Test func aFullAppIsToldToDeleteChannels() async throws {
        let apns = try Apns()
        apns.simulator.settings.channelLimit = 0
        let failure = try await failure { _ = try await client(apns).create(.none) }
        let text = try #require(failure?.description)
        #expect(text.contains("CannotCreateChannelConfig, HTTP 400, apns-request-id "))
        #expect(text.contains("delete those no longer used"))
        let id = try #require(apns.simulator.received().first?.header("apns-request-id"))
        #expect(text.contains(id))
    }

    @Test(arguments: [
        ("InvalidProviderToken", 403, true), ("TopicMismatch", 403, true), ("FeatureNotEnabled", 400, false),
        ("Shutdown", 503, false), ("SomethingNew", 400, false),
    ])
    func aRefusalIsPutIntoWords(reason: String, status: Int, isAboutCredential: Bool) async throws {
        let apns = try Apns()
        apns.simulator.inject(Fault(.answer(FaultAnswer(status: status, reason: reason))))
        let failure = try await failure { _ = try await client(apns).all() }
        #expect(failure?.description.contains("\(reason), HTTP \(status)") == true)
        #expect(failure?.isAboutCredential == isAboutCredential)
    }

    @Test func everyReasonOfTheTableHasWords() {
        let known = Set(ChannelReason.words.map(\.key))
        let mayCome = ApnsVerdict.table.map(\.reason.text).filter { reason in
            // What only a push to a device token can be told.
            ![
                "BadCollapseId", "BadDeviceToken", "BadTopic", "DeviceTokenNotForTopic", "DuplicateHeaders",
                "IdleTimeout", "MissingDeviceToken", "MissingTopic", "ExpiredToken", "Unregistered",
            ].contains(reason)
        }
        #expect(Set(mayCome).subtracting(known).isEmpty)
    }

    @Test func anUnreadableOrLostAnswerIsAFailureToo() async throws {
        let apns = try Apns()
        let client = try client(apns)
        apns.simulator.inject(Fault(.answer(FaultAnswer(status: 200, body: Array("<html>".utf8)))))
        let unreadable = try await failure { _ = try await client.all() }
        #expect(unreadable?.description.contains("not JSON") == true)
        apns.simulator.inject(Fault(.dropConnection))
        let lost = try await failure { _ = try await client.create(.none) }
        #expect(lost?.description.contains("may have done it all the same") == true)
    }
}
