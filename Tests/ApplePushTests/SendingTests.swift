import ApnsSimulator
import ApplePush
import HTTP2Client
import PushCore
import ServiceRuntime
import Testing

/// What senders do at a simulated APNs over real TLS.
@Suite struct SendingTests {
    private let alert = #"{"title":"Hi","body":"There"}"#
    private let call = #"{"title":"Anna","callkit_payload":{"uuid":"u"}}"#

    @Test func anAlertIsDeliveredWithTheHeadersAppleWants() async throws {
        let apns = try Apns()
        let device = apns.device()
        let result = try await apns.standard().send(notification(alert, to: [device], endOfLife: 1_900_000_000))
        let token = try #require(result.tokens.first)
        #expect(token.status == .delivered)
        #expect(token.reason == nil)
        #expect(token.errorClass == nil)
        #expect(token.httpStatus == 200)
        #expect(token.environment == .production)
        #expect(token.learnedEnvironment == nil)
        let received = try #require(apns.simulator.received().first)
        #expect(received.path == "/3/device/\(device.column)")
        #expect(received.header("apns-topic") == "com.example.app")
        #expect(received.header("apns-push-type") == "alert")
        #expect(received.header("apns-priority") == "10")
        #expect(received.header("apns-expiration") == "1900000000")
        #expect(received.header("apns-collapse-id")?.utf8.count == 32)
        #expect(received.header("apns-id") == token.apnsID)
        #expect(received.header("authorization")?.hasPrefix("bearer ") == true)
        #expect(
            String(decoding: received.body, as: UTF8.self)
                == #"{"aps":{"alert":{"title":"Hi","body":"There"},"sound":"default"}}"#)
        #expect(received.warnings.isEmpty)
    }

    @Test func aCallGoesToItsOwnTopicAndIsNeverStored() async throws {
        let apns = try Apns()
        let result = try await apns.voip().send(
            notification(call, to: [apns.device(kind: .voip)], type: .push(.voip), endOfLife: 1_900_000_000))
        #expect(result.tokens.map(\.status) == [.delivered])
        let received = try #require(apns.simulator.received().first)
        #expect(received.header("apns-topic") == "com.example.app.voip")
        #expect(received.header("apns-push-type") == "voip")
        #expect(received.header("apns-priority") == "10")
        #expect(received.header("apns-expiration") == "0")
        #expect(received.header("apns-collapse-id") == nil)
    }

    @Test func aSilentMessageIsABackgroundPush() async throws {
        let apns = try Apns()
        let result = try await apns.standard().send(
            notification(#"{"silent":true,"data":{"sync":1}}"#, to: [apns.device()]))
        #expect(result.tokens.map(\.status) == [.delivered])
        let received = try #require(apns.simulator.received().first)
        #expect(received.header("apns-push-type") == "background")
        #expect(received.header("apns-priority") == "5")
        #expect(received.warnings.isEmpty)
    }

    @Test func theSameActionBearsTheSameIDsOnEveryTry() async throws {
        let apns = try Apns()
        let device = apns.device()
        let push = try notification(alert, to: [device])
        _ = try await apns.standard().send(push)
        _ = try await apns.standard().send(push)
        let received = apns.simulator.received()
        #expect(received.count == 2)
        #expect(Set(received.map { $0.header("apns-id") }).count == 1)
        #expect(Set(received.map { $0.header("apns-collapse-id") }).count == 1)
    }

    @Test func aSandboxTokenIsFoundAndAskedThereFirstTheNextTime() async throws {
        let apns = try Apns()
        let sender = try apns.standard()
        var device = apns.device(.sandbox)
        let first = try #require(try await sender.send(notification(alert, to: [device])).tokens.first)
        #expect(first.status == .delivered)
        #expect(first.environment == .sandbox)
        #expect(first.learnedEnvironment == .sandbox)
        #expect(apns.simulator.received().map(\.environment) == [.production, .sandbox])
        device.learnedEnvironment = first.learnedEnvironment
        apns.simulator.clear()
        let second = try #require(try await sender.send(notification(alert, to: [device])).tokens.first)
        #expect(second.status == .delivered)
        #expect(second.learnedEnvironment == nil)
        #expect(apns.simulator.received().map(\.environment) == [.sandbox])
    }

    @Test func aTokenDiesOnlyWhenBothEnvironmentsDoNotKnowIt() async throws {
        let apns = try Apns()
        let token = try #require(
            try await apns.standard().send(notification(alert, to: [Apns.stranger()])).tokens.first)
        #expect(apns.simulator.received().map(\.environment) == [.production, .sandbox])
        #expect(token.status == .unregistered)
        #expect(token.reason == "BadDeviceToken")
        #expect(token.errorClass == .invalidRecipient)
        #expect(token.death == TokenDeath(reason: "BadDeviceToken", timestamp: nil))
    }

    @Test func aFixedEnvironmentIsTheOnlyOneAsked() async throws {
        let apns = try Apns()
        let sender = try apns.standard { $0.environment = .production }
        let token = try #require(try await sender.send(notification(alert, to: [apns.device(.sandbox)])).tokens.first)
        #expect(token.status == .unregistered)
        #expect(apns.simulator.received().map(\.environment) == [.production])
        let message = #"{"title":"x","environment":"sandbox"}"#
        let own = try #require(try await sender.send(notification(message, to: [apns.device(.sandbox)])).tokens.first)
        #expect(own.status == .delivered)
    }

    @Test func aTokenIsUnprovenWhenItsEnvironmentRefusesTheKey() async throws {
        let apns = try Apns(environments: [.production])
        let sender = try apns.standard()
        let token = try #require(try await sender.send(notification(alert, to: [Apns.stranger()])).tokens.first)
        #expect(token.status == .rejected)
        #expect(token.reason == "EnvironmentUnproven")
        #expect(token.death == nil)
        #expect(apns.simulator.received().map(\.environment) == [.production, .sandbox])
        // The refusal is remembered: the sandbox is not asked again with this key.
        let again = try #require(try await sender.send(notification(alert, to: [Apns.stranger()])).tokens.first)
        #expect(again.reason == "EnvironmentUnproven")
        #expect(apns.simulator.received().map(\.environment) == [.production, .sandbox, .production])
    }

    @Test func aKeyForTheSandboxAloneFindsItsWay() async throws {
        let apns = try Apns(environments: [.sandbox])
        let sender = try apns.standard()
        for _ in 0..<2 {
            let token = try #require(
                try await sender.send(notification(alert, to: [apns.device(.sandbox)])).tokens.first)
            #expect(token.status == .delivered)
        }
        #expect(apns.simulator.received().map(\.environment) == [.production, .sandbox, .sandbox])
    }

    @Test func aCredentialRefusedEverywhereFailsByItsOwnFault() async throws {
        let apns = try Apns()
        apns.simulator.inject(Fault(.answer(status: 403, reason: "BadCertificateEnvironment"), count: nil))
        let token = try #require(try await apns.standard().send(notification(alert, to: [apns.device()])).tokens.first)
        #expect(token.status == .retry)
        #expect(token.errorClass == .authFailed)
        #expect(token.reason == "BadCertificateEnvironment")
        #expect(token.death == nil)
        #expect(apns.simulator.receivedCount() == 2)
    }

    @Test func unregisteredTokensBringApplesTimeStamp() async throws {
        let apns = try Apns()
        let gone = apns.device(state: .unregistered(at: 1_700_000_000_123))
        let token = try #require(try await apns.standard().send(notification(alert, to: [gone])).tokens.first)
        #expect(token.status == .unregistered)
        #expect(token.httpStatus == 410)
        #expect(token.death == TokenDeath(reason: "Unregistered", timestamp: 1_700_000_000_123))
    }

    @Test func recipientsThatCannotBeReachedTouchNoNetwork() async throws {
        let apns = try Apns()
        var pruned = apns.device()
        pruned.isPruned = true
        let recipients = [
            Recipient(userID: 1, address: .malformed(shown: "../x"), kind: .standard),
            Recipient(userID: 1, address: .other(platform: "android", shown: "abc"), kind: .standard), pruned,
            apns.device(kind: .voip),
        ]
        let result = try await apns.standard().send(notification(alert, to: recipients))
        #expect(
            result.tokens.map(\.reason) == [
                "MalformedDeviceToken", "UnsupportedRecipient", "PrunedToken", "WrongTokenKind",
            ])
        #expect(result.tokens.map(\.status) == [.rejected, .unsupported, .rejected, .rejected])
        #expect(apns.simulator.connectionCount == 0)
    }

    @Test func eachSenderTakesOnlyItsOwn() async throws {
        let apns = try Apns()
        let alert = try await apns.voip().send(notification(alert, to: [apns.device()]))
        let call = try await apns.standard().send(
            notification(call, to: [apns.device(kind: .voip)], type: .push(.voip)))
        #expect((alert.tokens + call.tokens).map(\.reason) == ["UnsupportedType", "UnsupportedType"])
        #expect(apns.simulator.connectionCount == 0)
    }

    @Test func whatIsTooLargeIsRefusedAsAWholeBeforeAnyNetwork() async throws {
        let apns = try Apns()
        let long = String(repeating: "x", count: 5000)
        let result = try await apns.standard().send(notification(#"{"body":"\#(long)"}"#, to: [apns.device()]))
        #expect(result.refusal?.reason == "PayloadTooLarge: 5047 bytes, 4096 allowed")
        #expect(result.tokens.isEmpty)
        #expect(apns.simulator.connectionCount == 0)
    }

    @Test func aCallThatIsOverIsNeverSent() async throws {
        let apns = try Apns()
        let result = try await apns.voip().send(
            notification(
                call, to: [apns.device(kind: .voip)], type: .push(.voip),
                deadline: MonotonicTime.now.advanced(milliseconds: -1)))
        #expect(result.tokens.map(\.status) == [.exhausted])
        #expect(result.tokens.map(\.reason) == ["Expired"])
        #expect(apns.simulator.connectionCount == 0)
    }

    @Test func aCallWaitsForAnAnswerNoLongerThanItLives() async throws {
        let apns = try Apns()
        let voip = try apns.voip()
        // A connection stands, as it does in a running service: what is waited for is the answer alone.
        let before = try await voip.send(notification(call, to: [apns.device(kind: .voip)], type: .push(.voip)))
        #expect(before.tokens.map(\.status) == [.delivered])
        apns.simulator.clear()
        apns.simulator.inject(Fault(.silence, count: nil))
        let start = MonotonicTime.now
        let result = try await voip.send(
            notification(
                call, to: [apns.device(kind: .voip)], type: .push(.voip),
                deadline: start.advanced(milliseconds: 1500)))
        // Sent, and nobody knows whether it rang: never again.
        #expect(result.tokens.map(\.status) == [.unknown])
        #expect(result.tokens.map(\.reason) == ["OutcomeUnknown"])
        #expect(apns.simulator.receivedCount() == 1)
        #expect(MonotonicTime.now.milliseconds(since: start) < 8000)
    }

    @Test func anUnansweredAlertIsTriedAgainSinceItReplacesItself() async throws {
        let apns = try Apns()
        apns.simulator.inject(Fault(.dropConnection))
        let token = try #require(try await apns.standard().send(notification(alert, to: [apns.device()])).tokens.first)
        #expect(token.status == .retry)
        #expect(token.errorClass == .providerUnavailable)
        #expect(token.pace == .transport)
        #expect(token.countsAttempt)
    }

    @Test func whatAVanishedProcessMayHaveSentIsSentAgainOnlyWhenItReplacesItself() async throws {
        let apns = try Apns()
        var device = apns.device()
        device.mayHaveBeenSent = true
        let sender = try apns.standard()
        let background = try await sender.send(notification(#"{"silent":true}"#, to: [device]))
        #expect(background.tokens.map(\.status) == [.unknown])
        #expect(background.tokens.map(\.reason) == ["OutcomeUnknown"])
        #expect(apns.simulator.connectionCount == 0)
        #expect(try await sender.send(notification(alert, to: [device])).tokens.map(\.status) == [.delivered])
    }

    @Test func aStreamLimitThatCollapsesAtEveryRejectionCostsNoPushAndNoTry() async throws {
        let apns = try Apns()
        apns.simulator.settings.collapseOnRejection = true
        apns.simulator.settings.answerDelay = 30
        let sender = try apns.standard { $0.environment = .production }
        let devices = (0..<2000).map { $0 % 20 == 0 ? Apns.stranger() : apns.device() }
        let tokens = try await sender.send(notification(alert, to: devices)).tokens
        #expect(tokens.count { $0.status == .delivered } == 1900)
        #expect(tokens.count { $0.reason == "BadDeviceToken" } == 100)
        #expect(apns.simulator.received().count(where: \.accepted) == 1900)
        // A throttled connection gets company.
        #expect((2...4).contains(apns.simulator.connectionCount))
        #expect(sender.standing.stops.isEmpty)
    }

    @Test func aBatchOfTwoThousandEndsEachExactlyOnce() async throws {
        let apns = try Apns()
        let sender = try apns.standard()
        let kinds = try (0..<2000).map { place -> (PushNotification, DeliveryStatus) in
            let (device, becomes): (Recipient, DeliveryStatus) =
                switch place % 5 {
                case 0: (apns.device(.sandbox), .delivered)
                case 1: (apns.device(state: .unregistered(at: 1)), .unregistered)
                case 2: (Recipient(userID: 1, address: .malformed(shown: "m\(place)"), kind: .standard), .rejected)
                case 3 where place % 50 == 3: (Apns.stranger(), .unregistered)
                default: (apns.device(), .delivered)
                }
            return (try notification(alert, to: [device, apns.device()], action: UInt64(place)), becomes)
        }
        let (stream, continuation) = AsyncStream.makeStream(of: [PushResult].self)
        sender.send(kinds.map(\.0)) { continuation.yield($0) }
        var seen: [UInt64: PushResult] = [:]
        for await results in stream {
            for result in results {
                #expect(seen.updateValue(result, forKey: result.actionID) == nil)
            }
            if seen.count == kinds.count { break }
        }
        for (push, becomes) in kinds {
            let tokens = try #require(seen[push.actionID]).tokens
            #expect(tokens.count == 2)
            let first = tokens.first { $0.recipient.column == push.recipients[0].column }
            #expect(first?.status == becomes)
            #expect(tokens.first { $0.recipient.column == push.recipients[1].column }?.status == .delivered)
        }
        let accepted = apns.simulator.received().filter(\.accepted).map(\.token)
        #expect(accepted.count == Set(accepted).count)
    }
}
