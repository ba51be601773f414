import ApnsSimulator
import ApplePush
import HTTP2Client
import PushCore
import ServiceRuntime
import Testing

/// Which topic a push goes to, and what a certificate's list of topics allows.
@Suite struct TopicTests {
    private let alert = #"{"title":"Hi","body":"There"}"#

    @Test func aCertificateNeedsNoProviderToken() async throws {
        let apns = try Apns()
        let sender = try apns.certified([.production, .sandbox])
        let tokens = try await sender.send(notification(alert, to: [apns.device(), apns.device(.sandbox)])).tokens
        #expect(tokens.map(\.status) == [.delivered, .delivered])
        #expect(apns.simulator.received().allSatisfy { $0.header("authorization") == nil })
    }

    @Test(arguments: [
        (#"{"data":{}}"#, PushType.location, "com.example.app.location-query"),
        (#"{"root":{"a":1}}"#, .pushtotalk, "com.example.app.voip-ptt"),
        (#"{"ttl":60}"#, .widgets, "com.example.app.push-type.widgets"),
        (#"{"title":"x","headers":{"apns-topic":"com.example.two"}}"#, .alert, "com.example.two"),
    ])
    func aCertificateIsNotTriedWithATopicThatItDoesNotList(message: String, type: PushType, topic: String) async throws
    {
        let apns = try Apns()
        let devices = [apns.device(kind: TokenKind(for: type)), Apns.stranger(kind: TokenKind(for: type))]
        let result = try await apns.certified().send(notification(message, to: devices, type: .push(type)))
        #expect(result.tokens.map(\.status) == [.rejected, .rejected])
        #expect(result.tokens.allSatisfy { $0.reason == "TopicNotInCertificate" && $0.errorClass == .authFailed })
        #expect(result.tokens.allSatisfy { $0.death == nil })
        #expect(result.warnings == ["apns-topic: the certificate does not list \(topic)"])
        #expect(apns.simulator.connectionCount == 0)
    }

    @Test func aTopicThatACertificateListsIsSentTo() async throws {
        let apns = try Apns()
        let watch = try notification(
            #"{"data":{"a":1}}"#, to: [apns.device(kind: .complication)], type: .push(.complication))
        #expect(try await apns.certified().send(watch).tokens.map(\.status) == [.delivered])
        let sender = try apns.certified(topics: ["com.example.app", "com.example.app.push-type.widgets"])
        let widgets = try notification(#"{"ttl":60}"#, to: [apns.device(kind: .widgets)], type: .push(.widgets))
        #expect(await sender.send(widgets).tokens.map(\.status) == [.delivered])
    }

    @Test func aCertificateThatListsNoTopicsLeavesThemToApple() async throws {
        let apns = try Apns()
        let sender = try apns.certified(topics: [])
        #expect(try await sender.send(notification(alert, to: [apns.device()])).tokens.map(\.status) == [.delivered])
        let location = try notification("{\"data\":{}}", to: [apns.device(kind: .location)], type: .push(.location))
        #expect(await sender.send(location).tokens.map(\.reason) == ["TopicDisallowed"])
    }

    @Test func theTopicOfAnMDMPushIsThatOfTheCertificate() async throws {
        let apns = try Apns()
        let topic = "com.apple.mgmt.External.0a1b2c3d"
        let device = Apns.stranger(kind: .mdm)
        apns.simulator.register(SimulatedToken(device.column, topics: [topic], kind: .mdm))
        let sender = try apns.certified(bundleID: topic, topics: [])
        let result = try await sender.send(notification(#"{"push_magic":"M"}"#, to: [device], type: .push(.mdm)))
        #expect(result.tokens.map(\.status) == [.delivered])
        let push = try #require(apns.simulator.received().first)
        #expect(push.header("apns-topic") == topic)
        #expect(push.header("apns-push-type") == "mdm")
        #expect(String(decoding: push.body, as: UTF8.self) == #"{"mdm":"M"}"#)
    }

    @Test func aRecordsBundleIDIsUsedOnlyWhenTheCredentialCoversIt() async throws {
        let apns = try Apns()
        let sender = try apns.standard(topics: ["com.example.app", "com.example.other"])
        var known = apns.device()
        known.bundleID = "com.example.other"
        apns.simulator.register(SimulatedToken(known.column))
        var foreign = apns.device()
        foreign.bundleID = "com.evil.app"
        let result = try await sender.send(notification(alert, to: [known, foreign]))
        #expect(result.tokens.allSatisfy { $0.status == .delivered })
        let topics = Dictionary(
            uniqueKeysWithValues: apns.simulator.received().map { ($0.token, $0.header("apns-topic")) })
        #expect(topics[known.column] == "com.example.other")
        #expect(topics[foreign.column] == "com.example.app")
        #expect(
            result.warnings == [
                "bundle_id: com.evil.app is not among the credential's topics, sent as com.example.app"
            ])
    }

    @Test(arguments: [
        (#"{"ttl":60}"#, PushType.widgets, "com.example.other.push-type.widgets"),
        (#"{"data":{}}"#, .location, "com.example.other.location-query"),
        (#"{"title":"Anna","callkit_payload":{"u":1}}"#, .voip, "com.example.other.voip"),
    ])
    func aRecordsBundleIDIsTheTopicOfItsOwnKindOfPush(message: String, type: PushType, topic: String) async throws {
        let apns = try Apns()
        var device = apns.device(kind: TokenKind(for: type))
        device.bundleID = "com.example.other"
        apns.simulator.register(
            SimulatedToken(
                device.column, topics: ["com.example.other"],
                kind: try #require(SimulatedPushKind(rawValue: device.kind.rawValue))))
        let push = try notification(message, to: [device], type: .push(type))
        let topics = ["com.example.app", "com.example.other"]
        let result =
            try await type == .voip
            ? apns.voip(topics: topics).send(push) : apns.standard(topics: topics).send(push)
        #expect(result.tokens.map(\.status) == [.delivered])
        #expect(apns.simulator.received().map { $0.header("apns-topic") } == [topic])
    }
}
