import ApnsSimulator
import ServiceRuntime
import Testing

@Suite struct FaultTests {
    @Test func anAnswerIsWhateverTheFaultSays() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.answer(status: 503, reason: "Shutdown", retryAfter: 7)))
        fixture.simulator.inject(Fault(.answer(status: 410, reason: "Unregistered", timestamp: 99), nth: 2))
        let odd = FaultAnswer(
            status: 400, body: Array("not JSON".utf8), headers: [FaultAnswer.Header("x-seen", "once")])
        fixture.simulator.inject(Fault(.answer(odd), nth: 3))
        let answers = fixture.curl.send((0..<4).map { _ in fixture.push() }).answers
        #expect(answers.map(\.status) == [503, 410, 400, 200])
        #expect(answers[0].headers["retry-after"] == "7")
        #expect(answers[1].body == #"{"reason":"Unregistered","timestamp":99}"#)
        #expect(answers[2].body == "not JSON")
        #expect(answers[2].headers["x-seen"] == "once")
        #expect(fixture.simulator.receivedCount(status: 503) == 1)
        #expect(fixture.simulator.received().map(\.reason) == ["Shutdown", "Unregistered", nil, nil])
    }

    @Test func aFaultStrikesTheRequestsItNames() throws {
        let fixture = try SimulatorFixture()
        let unavailable = FaultAction.answer(status: 500, reason: "InternalServerError")
        fixture.simulator.inject(Fault(unavailable, nth: 2, every: 3, count: 2))
        fixture.simulator.inject(Fault(unavailable, environment: .sandbox, count: nil))
        fixture.simulator.inject(Fault(unavailable, token: "CDCD", count: nil))
        fixture.simulator.inject(Fault(unavailable, topic: "com.example.other", count: nil))
        let statuses = fixture.curl.send((0..<9).map { _ in fixture.push() }).answers.map(\.status)
        #expect(statuses == [200, 500, 200, 200, 500, 200, 200, 200, 200])
        #expect(fixture.curl.send(fixture.push(sandbox: true)).status == 500)
        #expect(fixture.curl.send(fixture.push { $0.path = "/3/device/cdcd" }).status == 500)
        fixture.simulator.clearFaults()
        #expect(fixture.curl.send(fixture.push(sandbox: true)).status == 200)
    }

    @Test func aDelayedAnswerComesLateAndIsTheRulesAnswer() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.delay(milliseconds: 300)))
        let start = MonotonicTime.now
        let answer = fixture.curl.send(fixture.push { $0.headers.removeAll { $0.hasPrefix("apns-topic") } })
        #expect(MonotonicTime.now.milliseconds(since: start) >= 300)
        #expect(answer.reason == "MissingTopic")
        #expect(fixture.simulator.received().map(\.fate) == [.answered])
    }

    @Test func silenceTakesThePushAndTellsNobody() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.silence))
        let impatient = Curl(caFile: fixture.simulator.caFile, options: ["max-time = 1"])
        #expect(impatient.send([fixture.push()]).exitCode == 28)
        #expect(fixture.simulator.received().map(\.fate) == [.unanswered])
        #expect(fixture.simulator.received().map(\.accepted) == [true])
    }

    @Test func aClientThatLeavesBeforeTheAnswerIsUnanswered() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.settings.answerDelay = 5000
        let impatient = Curl(caFile: fixture.simulator.caFile, options: ["max-time = 1"])
        #expect(impatient.send([fixture.push()]).exitCode == 28)
        eventually { fixture.simulator.received().map(\.fate) == [.unanswered] }
    }

    @Test func aResetStreamCarriesItsCode() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.resetStream(code: 2)))
        let frames = Nghttp(fixture: fixture).frames()
        #expect(frames.contains("recv RST_STREAM"))
        #expect(frames.contains("error_code=INTERNAL_ERROR(0x02)"))
        #expect(fixture.simulator.received().map(\.accepted) == [true])
    }

    @Test func aRefusedStreamWasNotProcessed() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.refuse))
        #expect(Nghttp(fixture: fixture).frames().contains("error_code=REFUSED_STREAM(0x07)"))
        #expect(fixture.simulator.received().map(\.fate) == [.notProcessed])
        #expect(fixture.simulator.received().map(\.accepted) == [false])
        #expect(fixture.simulator.receivedCount(status: 0) == 1)
    }

    @Test(arguments: [
        (FaultAction.LastStreamID.same, 2, [ReceivedPush.Fate.answered, .answered]),
        (.previous, 1, [.answered, .notProcessed]), (.zero, 1, [.answered, .notProcessed]),
    ])
    func goawayNamesTheLastStreamItAnswers(
        last: FaultAction.LastStreamID, answered: Int, fates: [ReceivedPush.Fate]
    ) throws {
        let fixture = try SimulatorFixture { $0.settings.oneStreamStart = false }
        fixture.simulator.inject(Fault(.goaway(lastStreamID: last, reason: "Shutdown"), nth: 2))
        let frames = Nghttp(fixture: fixture).frames(count: 4)
        #expect(frames.contains("recv GOAWAY"))
        #expect(frames.contains(#"{"reason":"Shutdown"}"#))
        #expect(frames.count(of: ":status: 200") == answered)
        // Requests after the GOAWAY never reach the rules.
        #expect(fixture.simulator.received().map(\.fate) == fates)
    }

    @Test func aPushThatWaitsAboveTheLastStreamWasNotProcessed() throws {
        let fixture = try SimulatorFixture { $0.settings.oneStreamStart = false }
        fixture.simulator.inject(Fault(.delay(milliseconds: 60_000)))
        fixture.simulator.inject(Fault(.goaway(lastStreamID: .zero, reason: nil), nth: 2))
        _ = Nghttp(fixture: fixture).frames(count: 2)
        #expect(fixture.simulator.received().map(\.fate) == [.notProcessed, .notProcessed])
    }

    @Test func aDroppedConnectionLeavesThePushTaken() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.dropConnection))
        #expect(fixture.curl.send([fixture.push()]).exitCode != 0)
        #expect(fixture.simulator.received().first?.fate == .unanswered)
        fixture.simulator.clear()
        #expect(fixture.curl.send(fixture.push()).status == 200)
    }

    @Test(arguments: [FaultAction.dropConnection, .garbage(.noise)])
    func answersGivenBeforeTheEndStillArrive(end: FaultAction) throws {
        let fixture = try SimulatorFixture { $0.settings.oneStreamStart = false }
        fixture.simulator.inject(Fault(end, nth: 2))
        let frames = Nghttp(fixture: fixture).frames(count: 4, seconds: 1)
        #expect(frames.count(of: ":status: 200") == 1)
        #expect(fixture.simulator.received().map(\.fate) == [.answered, .unanswered])
    }

    @Test(arguments: FaultAction.Garbage.allCases)
    func garbageBreaksOneConnectionOnly(garbage: FaultAction.Garbage) throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.garbage(garbage)))
        let impatient = Curl(caFile: fixture.simulator.caFile, options: ["max-time = 1"])
        #expect(impatient.send([fixture.push()]).exitCode != 0)
        #expect(fixture.curl.send(fixture.push()).status == 200)
    }

    @Test func aConnectionThatIsNotReadStallsTheSender() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.slowRead(bytesPerSecond: 0)))
        let impatient = Curl(caFile: fixture.simulator.caFile, options: ["max-time = 2"])
        let large = String(repeating: "x", count: 8 << 20)
        let result = impatient.send([fixture.push(), fixture.push { $0.body = large }])
        #expect(result.exitCode == 28)
        #expect(fixture.simulator.received().count == 1)
        #expect(fixture.curl.send(fixture.push()).status == 200)
    }

    @Test func aSlowlyReadConnectionStillWorks() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.slowRead(bytesPerSecond: 2000)))
        let start = MonotonicTime.now
        let answers = fixture.curl.send([
            fixture.push(), fixture.push { $0.body = String(repeating: "x", count: 3000) },
        ])
        #expect(answers.answers.map(\.status) == [200, 400])
        #expect(MonotonicTime.now.milliseconds(since: start) >= 1000)
    }

    @Test func aSlowAnswerArrivesWhole() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.slowAnswer(bytesPerSecond: 50)))
        let start = MonotonicTime.now
        let answer = fixture.curl.send(fixture.push { $0.body = "" })
        #expect(answer.body == #"{"reason":"PayloadEmpty"}"#)
        #expect(MonotonicTime.now.milliseconds(since: start) >= 400)
    }

    @Test func anOversizeBodyIsAsLongAsWished() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.oversizeBody(bytes: 3_000_000)))
        #expect(fixture.curl.send(fixture.push()).body.utf8.count == 3_000_000)
    }

    @Test func theStreamLimitOfAConnectionFalls() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.streamLimit(7)))
        let frames = Nghttp(fixture: fixture).frames()
        #expect(frames.contains("SETTINGS_MAX_CONCURRENT_STREAMS(0x03):7"))
        #expect(frames.contains(":status: 200"))
    }

    @Test func faultsOfOneRequestActTogether() throws {
        let fixture = try SimulatorFixture()
        fixture.simulator.inject(Fault(.delay(milliseconds: 200)))
        fixture.simulator.inject(Fault(.answer(status: 429, reason: "TooManyRequests")))
        let start = MonotonicTime.now
        #expect(fixture.curl.send(fixture.push()).reason == "TooManyRequests")
        #expect(MonotonicTime.now.milliseconds(since: start) >= 200)
    }
}
