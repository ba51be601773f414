import ApnsSimulator
import Testing

@Suite struct DeviceTokenTests {
    private let token = String(repeating: "cd", count: 32)

    private func answer(
        _ fixture: SimulatorFixture, sandbox: Bool = false, topic: String = "com.example.app", type: String = "alert"
    ) -> Curl.Answer {
        fixture.curl.send(
            fixture.push(sandbox: sandbox) { request in
                request.path = "/3/device/\(token)"
                request.headers.removeAll { $0.hasPrefix("apns-") }
                request.headers += ["apns-topic: \(topic)", "apns-push-type: \(type)"]
            })
    }

    @Test func aDeadTokenSaysSinceWhen() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.register(SimulatedToken(token, state: .unregistered(at: 1_700_000_000_123)))
        let dead = answer(fixture)
        #expect(dead.status == 410)
        #expect(dead.body == #"{"reason":"Unregistered","timestamp":1700000000123}"#)
        fixture.simulator.register(SimulatedToken(token, state: .expired(at: 5)))
        #expect(answer(fixture).body == #"{"reason":"ExpiredToken","timestamp":5}"#)
        fixture.simulator.register(SimulatedToken(token))
        #expect(answer(fixture).status == 200)
    }

    @Test func theOtherEnvironmentsTokenIsBad() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.register(SimulatedToken(token.uppercased(), environment: .sandbox))
        #expect(answer(fixture).reason == "BadDeviceToken")
        #expect(answer(fixture, sandbox: true).status == 200)
    }

    @Test func unknownTokensAreTakenOrBadAsWished() throws {
        let fixture = try SimulatorFixture()
        #expect(answer(fixture).status == 200)
        fixture.simulator.unknownTokens = .badDeviceToken
        #expect(answer(fixture).reason == "BadDeviceToken")
    }

    @Test func aTokenBelongsToOneKindAndItsApps() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.register(SimulatedToken(token, topics: ["com.example.app"]))
        #expect(answer(fixture).status == 200)
        #expect(answer(fixture, topic: "com.example.other").reason == "DeviceTokenNotForTopic")
        #expect(answer(fixture, topic: "com.example.app.voip", type: "voip").reason == "DeviceTokenNotForTopic")
        fixture.simulator.register(SimulatedToken(token, topics: ["com.example.app"], kind: .voip))
        #expect(answer(fixture, topic: "com.example.app.voip", type: "voip").status == 200)
        #expect(answer(fixture).reason == "TopicDisallowed")
    }
}
