import ApnsSimulator
import Testing

@Suite struct AnswerTests {
    @Test func aGoodPushIsTakenAndRecordedAsItCame() throws {
        let fixture = try SimulatorFixture()
        let id = "123e4567-e89b-12d3-a456-426614174000"
        let answer = fixture.curl.send(fixture.push { $0.headers.append("apns-id: \(id)") })
        #expect(answer.status == 200)
        #expect(answer.body == "")
        #expect(answer.headers["apns-id"] == id)
        #expect(answer.headers["apns-unique-id"] == nil)
        #expect(answer.headers["date"]?.hasSuffix(" GMT") == true)
        let pushes = fixture.simulator.received()
        try #require(pushes.count == 1)
        #expect(pushes[0].environment == .production)
        #expect(pushes[0].token == String(repeating: "ab", count: 32))
        #expect(pushes[0].header("apns-topic") == "com.example.app")
        #expect(pushes[0].header("authorization") == "bearer \(fixture.providerToken)")
        #expect(String(decoding: pushes[0].body, as: UTF8.self) == #"{"aps":{"alert":"Hello"}}"#)
        #expect(pushes[0].status == 200)
        #expect(pushes[0].fate == .answered)
        #expect(pushes[0].warnings == [])
    }

    @Test func theSandboxMakesIdentifiersOfItsOwn() throws {
        let fixture = try SimulatorFixture()
        let answers = fixture.curl.send([fixture.push(sandbox: true), fixture.push(sandbox: true)]).answers
        try #require(answers.map(\.status) == [200, 200])
        #expect(answers[0].headers["apns-id"]?.count == 36)
        #expect(answers[0].headers["apns-id"] != answers[1].headers["apns-id"])
        #expect(answers[0].headers["apns-unique-id"]?.count == 36)
        #expect(fixture.simulator.received().map(\.connectionID) == [1, 1])
    }
}
