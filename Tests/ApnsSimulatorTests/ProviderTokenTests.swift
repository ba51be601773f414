import ApnsSimulator
import Testing

@Suite struct ProviderTokenTests {
    private func push(_ fixture: SimulatorFixture, _ token: String, sandbox: Bool = false) -> Curl.Request {
        fixture.push(sandbox: sandbox) { request in
            request.headers.removeAll { $0.hasPrefix("authorization") }
            request.headers.append("authorization: bearer \(token)")
        }
    }

    private var now: Int64 { Int64(SimulatorFixture.now) }

    @Test func bothFormsOfSignatureAreTakenAndNoOtherKeys() throws {
        let fixture = try SimulatorFixture()
        let stranger = try SimulatedSigningKey()
        let otherTeam = try SimulatedSigningKey(p8: fixture.key.p8(), keyID: fixture.key.keyID, teamID: "OTHERTEAM1")
        let der = try fixture.key.providerToken(form: .der)
        #expect(fixture.curl.send(push(fixture, der)).status == 200)
        #expect(fixture.curl.send(push(fixture, try stranger.providerToken())).reason == "InvalidProviderToken")
        #expect(fixture.curl.send(push(fixture, try otherTeam.providerToken())).reason == "InvalidProviderToken")
        for nonsense in ["x", "a.b.c", "e30.e30.AAAA", der + "AAAA"] {
            #expect(fixture.curl.send(push(fixture, nonsense)).reason == "InvalidProviderToken", "\(nonsense)")
        }
    }

    @Test func unknownKeysAreTakenOrNotAsWished() throws {
        let fixture = try SimulatorFixture()
        let token = try SimulatedSigningKey(keyID: "UNKNOWNKEY").providerToken()
        #expect(fixture.curl.send(push(fixture, token)).status == 200)
        fixture.simulator.unknownKeys = .reject
        #expect(fixture.curl.send(push(fixture, token)).reason == "InvalidProviderToken")
    }

    @Test func anExpiredTokenSpoilsItsConnection() throws {
        let fixture = try SimulatorFixture()
        let expired = try fixture.key.providerToken(issuedAt: now - 3700)
        let (answers, _) = fixture.curl.send([
            push(fixture, fixture.providerToken), push(fixture, expired), push(fixture, fixture.providerToken),
        ])
        #expect(answers.map(\.reason) == [nil, "ExpiredProviderToken", "InternalServerError"])
        #expect(fixture.curl.send(push(fixture, fixture.providerToken)).status == 200)
    }

    @Test func aTokenIsAsOldAsTheSimulatorsClockSays() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.settings.clockOffset = 3700
        #expect(fixture.curl.send(push(fixture, fixture.providerToken)).reason == "ExpiredProviderToken")
        fixture.simulator.settings.clockOffset = -3700
        #expect(fixture.curl.send(push(fixture, fixture.providerToken)).reason == "ExpiredProviderToken")
    }

    @Test func aConnectionMayChangeItsTokenOnceInTwentyMinutes() throws {
        let fixture = try SimulatorFixture()
        let tokens = try (0..<3).map { try fixture.key.providerToken(issuedAt: now - $0) }
        let (answers, _) = fixture.curl.send([
            push(fixture, tokens[0]), push(fixture, tokens[1]), push(fixture, tokens[2]), push(fixture, tokens[1]),
        ])
        #expect(answers.map(\.status) == [200, 200, 429, 200])
        #expect(answers[2].reason == "TooManyProviderTokenUpdates")
        // The same goes for the key, whichever connection it comes by.
        #expect(fixture.curl.send(push(fixture, tokens[2])).reason == "TooManyProviderTokenUpdates")
        fixture.simulator.settings.clockOffset = 1201
        #expect(fixture.curl.send(push(fixture, tokens[2])).status == 200)
    }

    @Test func aConnectionKeepsItsFirstKeyAndTeam() throws {
        let fixture = try SimulatorFixture()
        let second = try SimulatedSigningKey(keyID: "SECONDKEY1")
        let foreign = try SimulatedSigningKey(keyID: "FOREIGNKEY", teamID: "OTHERTEAM1")
        let (answers, _) = try fixture.curl.send([
            push(fixture, fixture.providerToken), push(fixture, second.providerToken()),
            push(fixture, foreign.providerToken()), push(fixture, fixture.providerToken),
        ])
        #expect(answers.map(\.reason) == [nil, "UnrelatedKeyIdInToken", "Forbidden", nil])
    }

    @Test func aRelatedKeyMayShareTheConnection() throws {
        let fixture = try SimulatorFixture()
        let second = try SimulatedSigningKey(keyID: "SECONDKEY1")
        var registration = try second.registration()
        registration.relatedKeyID = fixture.key.keyID
        try fixture.simulator.register(registration)
        let (answers, _) = try fixture.curl.send([
            push(fixture, fixture.providerToken), push(fixture, second.providerToken()),
        ])
        #expect(answers.map(\.status) == [200, 200])
    }

    @Test func aKeyHasItsEnvironmentAndTopics() throws {
        let fixture = try SimulatorFixture()
        try fixture.simulator.register(fixture.key.registration(environments: [.sandbox], topics: ["com.example.app"]))
        #expect(fixture.curl.send(push(fixture, fixture.providerToken)).reason == "BadEnvironmentKeyIdInToken")
        #expect(fixture.curl.send(push(fixture, fixture.providerToken, sandbox: true)).status == 200)
        try fixture.simulator.register(fixture.key.registration(topics: ["com.example.other"]))
        #expect(fixture.curl.send(push(fixture, fixture.providerToken)).reason == "TopicDisallowed")
    }
}
