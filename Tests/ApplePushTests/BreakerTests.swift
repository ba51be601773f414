import ApnsSimulator
import ApplePush
import PushCore
import ServiceRuntime
import Testing

/// What is held back after Apple's refusals, and how it comes back.
@Suite struct BreakerTests {
    private let alert = #"{"title":"Hi","body":"There"}"#
    private let call = #"{"title":"Anna","callkit_payload":{"uuid":"u"}}"#

    /// A pause, in milliseconds, that no slow machine sits out by accident: what is held back stays held back.
    private static let longPause: Int64 = 600_000

    private func send(_ sender: IosPushSender, _ recipients: [Recipient]) async throws -> [TokenResult] {
        try await sender.send(notification(alert, to: recipients)).tokens
    }

    private func refuse(_ apns: Apns, _ status: Int, _ reason: String, topic: String? = nil) {
        apns.simulator.inject(Fault(.answer(status: status, reason: reason), topic: topic, count: nil))
    }

    /// Sends until it is delivered; what is held back meanwhile must cost nothing.
    private func delivered(_ sender: IosPushSender, _ device: Recipient) async throws -> Bool {
        for _ in 0..<600 {
            guard let result = try await send(sender, [device]).first else { return false }
            if result.status == .delivered { return true }
            #expect(result.status == .retry)
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    @Test(arguments: ["InvalidProviderToken", "MissingProviderToken", "Forbidden", "BadCertificate", "NewRefusal"])
    func aRefusedCredentialIsLeftAlone(reason: String) async throws {
        let apns = try Apns()
        let sender = try apns.standard {
            #expect($0.probePause == 5000)
            $0.probePause = Self.longPause
        }
        refuse(apns, 403, reason)
        let first = try #require(try await send(sender, [apns.device()]).first)
        #expect(first.countsAttempt)
        let held = try await send(sender, (0..<50).map { _ in apns.device() })
        #expect(held.count == 50)
        for result in held {
            #expect(result.status == .retry)
            #expect(result.reason == reason)
            #expect(result.errorClass == .authFailed)
            #expect(!result.countsAttempt)
            #expect(result.httpStatus == nil)
            #expect((1...Self.longPause + 1).contains(try #require(result.retryAfter)))
        }
        #expect(apns.simulator.receivedCount() == 1)
        let stop = try #require(sender.standing.stops.first)
        #expect(stop.scope == .credential)
        #expect(stop.reason == reason)
    }

    @Test func aRefusedCredentialIsProbedByOnePushAtATimeAndComesBackByItself() async throws {
        let apns = try Apns()
        let sender = try apns.standard { $0.probePause = 100 }
        refuse(apns, 403, "InvalidProviderToken")
        _ = try await send(sender, [apns.device()])
        try await Task.sleep(for: .milliseconds(110))
        let probed = try await send(sender, (0..<20).map { _ in apns.device() })
        #expect(apns.simulator.receivedCount() == 2)
        #expect(probed.count(where: \.countsAttempt) == 1)
        apns.simulator.clearFaults()
        #expect(try await delivered(sender, apns.device()))
        #expect(sender.standing.stops.isEmpty)
        #expect(try await send(sender, (0..<20).map { _ in apns.device() }).allSatisfy { $0.status == .delivered })
    }

    @Test func anAnswerThatIsNoRefusalOfTheCredentialBringsItBackToo() async throws {
        let apns = try Apns()
        let sender = try apns.standard { $0.probePause = 20 }
        apns.simulator.inject(Fault(.answer(status: 403, reason: "Forbidden")))
        _ = try await send(sender, [apns.device()])
        try await Task.sleep(for: .milliseconds(30))
        let dead = try #require(try await send(sender, [apns.device(state: .unregistered(at: 1))]).first)
        #expect(dead.status == .unregistered)
        #expect(sender.standing.stops.isEmpty)
    }

    @Test func aProbeThatIsLostIsFollowedByAnother() async throws {
        let apns = try Apns()
        let sender = try apns.standard { $0.probePause = 20 }
        apns.simulator.inject(Fault(.answer(status: 403, reason: "Forbidden")))
        apns.simulator.inject(Fault(.dropConnection, nth: 2))
        _ = try await send(sender, [apns.device()])
        try await Task.sleep(for: .milliseconds(30))
        let lost = try #require(try await send(sender, [apns.device()]).first)
        #expect(lost.errorClass == .providerUnavailable)
        #expect(sender.standing.stops.count == 1)
        #expect(try await delivered(sender, apns.device()))
    }

    @Test func aBatchUnderWayStopsWithItsCredential() async throws {
        let apns = try Apns()
        let sender = try apns.standard()
        apns.simulator.unknownKeys = .reject
        apns.simulator.unregisterAll()
        let results = try await send(sender, (0..<2000).map { _ in apns.device() })
        #expect(results.count == 2000)
        #expect(results.allSatisfy { $0.status == .retry && $0.reason == "InvalidProviderToken" })
        #expect(results.count { !$0.countsAttempt } >= 1400)
        #expect(apns.simulator.receivedCount() <= 600)
    }

    @Test func aCallIsHeldBackOnlyWithinItsLife() async throws {
        let apns = try Apns()
        let sender = try apns.voip { $0.probePause = Self.longPause }
        refuse(apns, 403, "InvalidProviderToken")
        let push = try notification(call, to: [apns.device(kind: .voip)], type: .push(.voip))
        _ = await sender.send(push)
        let held = try #require(await sender.send(push).tokens.first)
        #expect(apns.simulator.receivedCount() == 1)
        let wait = try #require(held.retryAfter)
        func next(_ life: Int64) -> RetryPolicy.Next {
            RetryPolicy().next(
                attempts: 1, pace: held.pace, retryAfter: wait, isCall: true, remaining: life, random: 1)
        }
        #expect(next(2 * wait) == .wait(milliseconds: wait))
        #expect(next(wait) == .timeOver)
    }

    @Test func aTopicThatIsRefusedTimeAndAgainStopsAndTheOthersGoOn() async throws {
        let apns = try Apns()
        let sender = try apns.standard(topics: [Apns.bundleID, "com.example.other"]) { $0.probePause = Self.longPause }
        refuse(apns, 400, "TopicDisallowed", topic: "com.example.other")
        func other() -> Recipient {
            var device = apns.device()
            device.bundleID = "com.example.other"
            return device
        }
        for _ in 0..<5 {
            let result = try #require(try await send(sender, [other()]).first)
            #expect(result.status == .rejected)
        }
        let held = try #require(try await send(sender, [other()]).first)
        #expect(held.status == .retry)
        #expect(held.reason == "TopicDisallowed")
        #expect(held.errorClass == .authFailed)
        #expect(!held.countsAttempt)
        #expect(apns.simulator.receivedCount() == 5)
        #expect(try await send(sender, [apns.device()]).map(\.status) == [.delivered])
        #expect(sender.standing.stops.map(\.scope) == [.topic("com.example.other")])
    }

    @Test func aFewTokensOfAWrongKindDoNotStopTheirTopic() async throws {
        let apns = try Apns()
        let sender = try apns.standard()
        for _ in 0..<4 {
            let wrong = apns.device()
            for _ in 0..<2 {
                apns.simulator.inject(Fault(.answer(status: 400, reason: "TopicDisallowed"), token: wrong.column))
                #expect(try await send(sender, [wrong]).map(\.status) == [.rejected])
            }
            #expect(try await send(sender, [apns.device()]).map(\.status) == [.delivered])
        }
        #expect(sender.standing.stops.isEmpty)
    }

    @Test func tooManyTokenUpdatesPauseTheCredentialAndKeepItsToken() async throws {
        let apns = try Apns()
        let fault = Fault(.answer(status: 429, reason: "TooManyProviderTokenUpdates"))
        let patient = try apns.standard()
        apns.simulator.inject(fault)
        let first = try #require(try await send(patient, [apns.device()]).first)
        #expect(first.errorClass == .rateLimited)
        let held = try #require(try await send(patient, [apns.device()]).first)
        #expect(held.reason == "TooManyProviderTokenUpdates")
        #expect(held.errorClass == .rateLimited)
        #expect(!held.countsAttempt)
        // More patient than with a refused credential.
        #expect((20_000...60_001).contains(try #require(held.retryAfter)))
        #expect(apns.simulator.receivedCount() == 1)
        let hasty = try apns.standard { $0.probePause = 10 }
        apns.simulator.inject(fault)
        _ = try await send(hasty, [apns.device()])
        #expect(try await delivered(hasty, apns.device()))
        #expect(apns.tokenProvider.refusedIssuedAt == nil)
        #expect(Set(apns.simulator.received().map { $0.header("authorization") }).count == 1)
    }

    @Test func aTokenThatStaysExpiredStopsUntilThereIsANewOne() async throws {
        let apns = try Apns()
        let sender = try apns.standard { $0.probePause = Self.longPause }
        apns.simulator.settings.clockOffset = 7200
        let first = try await send(sender, (0..<30).map { _ in apns.device() })
        #expect(first.allSatisfy { $0.status == .retry && $0.reason == "ExpiredProviderToken" })
        let asked = apns.simulator.receivedCount()
        let held = try #require(try await send(sender, [apns.device()]).first)
        #expect(!held.countsAttempt)
        #expect(apns.simulator.receivedCount() == asked)
        #expect((7190...7210).contains(try #require(sender.standing.clockLead)))
        #expect(apns.tokenProvider.refusedIssuedAt != nil)
        // Signed anew: the next push goes at once.
        try apns.tokenProvider.update(issuedAt: WallClock.seconds + 7200)
        #expect(try await send(sender, [apns.device()]).map(\.status) == [.delivered])
        #expect(sender.standing.stops.isEmpty)
    }

    @Test func aDeviceThatGetsTooManyIsLeftAloneForAWhile() async throws {
        let apns = try Apns()
        let sender = try apns.standard()
        let (busy, calm) = (apns.device(), apns.device())
        apns.simulator.inject(
            Fault(.answer(status: 429, reason: "TooManyRequests", retryAfter: 600), token: busy.column))
        _ = try await send(sender, [busy])
        let results = try await send(sender, [busy, calm])
        let held = try #require(results.first { $0.recipient == busy })
        #expect(held.status == .retry)
        #expect(held.reason == "TooManyRequests")
        #expect(held.errorClass == .rateLimited)
        #expect(!held.countsAttempt)
        #expect((1...600_001).contains(try #require(held.retryAfter)))
        #expect(results.first { $0.recipient == calm }?.status == .delivered)
        #expect(apns.simulator.received().count { $0.token == busy.column } == 1)
        #expect(sender.standing.pausedDevices == 1)
        #expect(sender.standing.stops.isEmpty)
    }

    @Test func aDeviceThatGotTooManyIsAskedAgainWhenAppleSaid() async throws {
        let apns = try Apns()
        let sender = try apns.standard()
        let busy = apns.device()
        apns.simulator.inject(
            Fault(.answer(status: 429, reason: "TooManyRequests", retryAfter: 3), token: busy.column))
        _ = try await send(sender, [busy])
        #expect(try await delivered(sender, busy))
        let arrivals = apns.simulator.received().filter { $0.token == busy.column }.map(\.arrival)
        #expect(arrivals.count == 2)
        #expect(arrivals[1].milliseconds(since: arrivals[0]) >= 2990)
    }

    @Test func whenAppleFailsManyInARowTheRestWaitsWithoutUsingUpItsTries() async throws {
        let apns = try Apns()
        let sender = try apns.standard {
            $0.maximumStreams = 10
            $0.probePause = Self.longPause
        }
        refuse(apns, 503, "ServiceUnavailable")
        for _ in 0..<4 { _ = try await send(sender, (0..<10).map { _ in apns.device() }) }
        let asked = apns.simulator.receivedCount()
        #expect(asked <= 30)
        let held = try #require(try await send(sender, [apns.device()]).first)
        #expect(held.status == .retry)
        #expect(held.reason == "ServiceUnavailable")
        #expect(held.errorClass == .providerUnavailable)
        #expect(!held.countsAttempt)
        #expect(apns.simulator.receivedCount() == asked)
        #expect(sender.standing.stops.map(\.scope) == [.apple(.production)])
    }

    @Test(arguments: [SimulatedEnvironment.production, .sandbox])
    func anEnvironmentThatFailsDoesNotHoldTheOtherBack(failing: SimulatedEnvironment) async throws {
        let apns = try Apns()
        let sender = try apns.standard {
            $0.maximumStreams = 10
            $0.probePause = Self.longPause
        }
        func device(_ environment: SimulatedEnvironment) -> Recipient {
            var device = apns.device(environment)
            device.learnedEnvironment = environment == .sandbox ? .sandbox : .production
            return device
        }
        apns.simulator.inject(
            Fault(.answer(status: 503, reason: "ServiceUnavailable"), environment: failing, count: nil))
        for _ in 0..<4 { _ = try await send(sender, (0..<10).map { _ in device(failing) }) }
        let held = try await send(sender, [device(failing)])
        #expect(held.map(\.countsAttempt) == [false])
        #expect(sender.standing.stops.map(\.scope) == [.apple(failing == .sandbox ? .sandbox : .production)])
        let other: SimulatedEnvironment = failing == .sandbox ? .production : .sandbox
        #expect(try await send(sender, [device(other), device(other)]).map(\.status) == [.delivered, .delivered])
    }

    @Test func callsAreTriedWhateverAppleDoesToTheOthers() async throws {
        let apns = try Apns()
        let sender = try apns.voip()
        refuse(apns, 503, "ServiceUnavailable")
        for place in 0..<30 {
            _ = try await sender.send(
                notification(
                    call, to: [apns.device(kind: .voip)], type: .push(.voip), action: UInt64(place)))
        }
        #expect(apns.simulator.receivedCount() == 30)
    }
}
