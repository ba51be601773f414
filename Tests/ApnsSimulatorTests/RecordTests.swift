import ApnsSimulator
import Testing

@Suite struct RecordTests {
    @Test func theRecordKeepsTheLastRequestsAndCountsAll() throws {
        let fixture = try SimulatorFixture { $0.settings.recordLimit = 3 }
        _ = fixture.curl.send((0..<5).map { _ in fixture.push() })
        #expect(fixture.simulator.received().map(\.sequence) == [3, 4, 5])
        #expect(fixture.simulator.received(since: 4).map(\.sequence) == [5])
        #expect(fixture.simulator.received(since: 9).isEmpty)
        #expect(fixture.simulator.receivedCount() == 5)
        fixture.simulator.settings.recordLimit = 2
        _ = fixture.curl.send(fixture.push())
        #expect(fixture.simulator.received().map(\.sequence) == [5, 6])
        fixture.simulator.settings.recordLimit = 4
        _ = fixture.curl.send((0..<3).map { _ in fixture.push() })
        #expect(fixture.simulator.received().map(\.sequence) == [6, 7, 8, 9])
        fixture.simulator.settings.recordLimit = 0
        _ = fixture.curl.send(fixture.push())
        #expect(fixture.simulator.received().isEmpty)
        #expect(fixture.simulator.receivedCount(status: 200) == 10)
    }

    @Test func bodiesNeedNotBeKept() throws {
        let fixture = try SimulatorFixture { $0.settings.keepBodies = false }
        _ = fixture.curl.send(fixture.push())
        #expect(fixture.simulator.received().map(\.body) == [[]])
        #expect(fixture.simulator.received().first?.header("apns-topic") == "com.example.app")
    }

    @Test func arrivalTimesFollowTheOrderOfArrival() throws {
        let fixture = try SimulatorFixture()
        _ = fixture.curl.send((0..<4).map { _ in fixture.push() })
        let times = fixture.simulator.received().map(\.arrival)
        #expect(times == times.sorted())
    }

    @Test func aLoadOfManyStreamsAndConnectionsIsServedWhole() throws {
        let fixture = try SimulatorFixture { $0.settings.oneStreamStart = false }
        let headers = fixture.push().headers.map { "-H '\($0)'" }.joined(separator: " ")
        let url = fixture.simulator.productionURL + "/3/device/" + String(repeating: "ab", count: 32)
        let command = "h2load -n 20000 -c 4 -m 100 \(headers) -d '\(fixture.simulator.caFile)' '\(url)' 2>&1"
        // The body is no JSON: each of the 20,000 is refused by the last rule.
        let output = Curl.run(command).output
        #expect(output.contains("20000 done"))
        #expect(output.contains("20000 4xx"))
        #expect(fixture.simulator.receivedCount(status: 400) == 20_000)
        #expect(fixture.simulator.received().map(\.sequence) == Array(1...20_000))
        #expect(fixture.simulator.received().allSatisfy { $0.fate == .answered && $0.reason == "PayloadEmpty" })
    }
}
