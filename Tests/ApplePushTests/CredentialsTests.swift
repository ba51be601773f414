import ApnsSimulator
import ApplePush
import Cryptography
import PushCore
import ServiceRuntime
import Testing

/// Topics follow from the credential and the push type, once.
@Suite struct CredentialsTests {
    private func credentials(
        _ bundleID: String, _ channel: PushChannel, topics: [String] = []
    ) throws -> IosCredentials {
        let key = try SigningKey(pem: Secret(Array(SimulatedSigningKey().p8().utf8)))
        return IosCredentials(
            app: "default", channel: channel, bundleID: bundleID, topics: topics,
            kind: .token(key, keyID: "K", teamID: "T"))
    }

    @Test(arguments: [
        (PushType.alert, "com.example.app"), (.background, "com.example.app"),
        (.location, "com.example.app.location-query"),
        (.complication, "com.example.app.complication"), (.fileprovider, "com.example.app.pushkit.fileprovider"),
        (.mdm, "com.example.app"), (.liveactivity, "com.example.app.push-type.liveactivity"),
        (.pushtotalk, "com.example.app.voip-ptt"), (.widgets, "com.example.app.push-type.widgets"),
        (.controls, "com.example.app.push-type.controls"),
    ])
    func theTopicHasTheSuffixOfItsType(type: PushType, topic: String) throws {
        #expect(try credentials("com.example.app", .standard).topic(for: type) == topic)
    }

    @Test(arguments: ["com.example.app", "com.example.app.voip"])
    func aVoipSuffixIsNeverDoubled(bundleID: String) throws {
        #expect(try credentials(bundleID, .voip).topic(for: .voip) == "com.example.app.voip")
    }

    @Test func aCredentialCoversItsOwnTopicsOnly() throws {
        let voip = try credentials("com.example.app", .voip, topics: ["com.example.app.voip", "com.example.two.voip"])
        #expect(voip.covers(bundleID: "com.example.app", type: .voip))
        #expect(voip.covers(bundleID: "com.example.two", type: .voip))
        #expect(!voip.covers(bundleID: "com.example.three", type: .voip))
    }

    @Test func aListedTopicWithASuffixIsNoAppOfItsOwn() throws {
        let topics = ["com.example.app", "com.example.app.voip", "com.example.two", "com.example.two.complication"]
        let credentials = try credentials("com.example.app", .standard, topics: topics)
        #expect(credentials.covers(bundleID: "com.example.two", type: .alert))
        #expect(!credentials.covers(bundleID: "com.example.app.voip", type: .alert))
        #expect(!credentials.covers(bundleID: "com.example.two.complication", type: .alert))
    }
}
