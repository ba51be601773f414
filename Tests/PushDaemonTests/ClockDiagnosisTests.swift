import Testing

@testable import PushDaemon

@Suite struct ClockDiagnosisTests {
    private func diagnosis(host: Int64, database: Int64) -> ClockDiagnosis {
        ClockDiagnosis([.init(name: "web1", behind: host), .init(name: "db1 (the database)", behind: database)])
    }

    @Test func onlyTheWrongClockIsNamed() {
        #expect(
            diagnosis(host: 2, database: 4000).text
                == "the clock of db1 (the database) is 4000 seconds behind Apple's")
        #expect(diagnosis(host: -7200, database: 0).text == "the clock of web1 is 7200 seconds ahead of Apple's")
    }

    @Test func aFewMinutesAreNoExplanation() {
        #expect(diagnosis(host: 300, database: -300).text == nil)
    }

    @Test func bothMayBeWrong() {
        #expect(diagnosis(host: 301, database: 301).wrong.map(\.name) == ["web1", "db1 (the database)"])
    }
}
