import PushCore
import ServiceRuntime
import TestSupport
import Testing

@testable import PushStore

@Suite struct ResultJournalTests {
    private let lease = Lease(owner: .max, sequence: 3)

    private func outcome(_ id: UInt64, _ results: [TokenResult]) -> ActionOutcome {
        ActionOutcome(
            actionID: id, app: "default", lease: lease, state: .waiting(milliseconds: 1), reason: nil, delivered: 0,
            failed: 0, pruned: 0, warnings: [],
            deliveries: results.map { .init(result: $0, channel: .standard, attempts: 2, nextAttemptIn: 60_000) })
    }

    private func result(_ digit: Character) throws -> TokenResult {
        let token = try #require(DeviceToken(hex: String(repeating: digit, count: 64)))
        var result = TokenResult(
            recipient: Recipient(userID: 42, address: .apns(token), kind: .standard), status: .retry,
            reason: "Grüße \"\n\u{0}", errorClass: .rateLimited)
        result.environment = .sandbox
        result.httpStatus = 429
        result.apnsID = "8f1d"
        result.death = TokenDeath(reason: "Unregistered", timestamp: 1_700_000_000_000)
        return result
    }

    private func withState<Result>(_ body: (String) throws -> Result) throws -> Result {
        let path = "/tmp/pbjournal.\(UInt64.random(in: 0...UInt64.max))"
        try FileSystem.makeDirectories(path, mode: 0o700)
        defer {
            for directory in (try? JournalDirectory.abandoned(in: path)) ?? [] { try? directory.remove() }
            try? FileSystem.removeFile("\(path)/journals.lock")
            try? FileSystem.removeDirectory(path)
        }
        return try body(path)
    }

    @Test func theChecksumIsTheKnownOne() { #expect(CRC32.of("123456789".utf8) == 0xCBF4_3926) }

    @Test func whatIsAppendedIsReadBackWithoutTheToken() throws {
        try withState { state in
            var directory: JournalDirectory? = try JournalDirectory.make(in: state)
            var journal = try directory?.journal(of: .voip)
            try journal?.append([outcome(.max, [result("a"), result("b")])])
            #expect(try JournalDirectory.abandoned(in: state).isEmpty, "its daemon lives")
            (journal, directory) = (nil, nil)

            let left = try JournalDirectory.abandoned(in: state)
            #expect(left.count == 1)
            #expect(try JournalDirectory.abandoned(in: state).isEmpty, "one replays it, not two")
            let records = try left[0].records()
            #expect(records.count == 2)
            let first = try #require(records.first)
            #expect(first.actionID == .max && first.lease == lease && first.status == .retry)
            #expect(first.reason == "Grüße \"\n\u{0}" && first.errorClass == .rateLimited && first.attempts == 2)
            #expect(first.environment == .sandbox && first.httpStatus == 429 && first.apnsID == "8f1d")
            #expect(first.death == TokenDeath(reason: "Unregistered", timestamp: 1_700_000_000_000))
            #expect(first.tokenHash == JournalRecord.hash(String(repeating: "a", count: 64)))
            #expect(try #require(first.nextAttemptAt) > WallClock.milliseconds)

            let name = try #require(try FileSystem.names(in: state).first { $0.hasPrefix("journal.") })
            let path = "\(state)/\(name)/voip"
            let text = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
            #expect(!text.contains("aaaaaaaa"))
            #expect(FileSystem.status(path)?.permissions == 0o600)
        }
    }

    /// The actions whose results a journal still holds after `use`.
    private func actionsLeft(_ use: (ResultJournal) throws -> Void) throws -> Set<UInt64> {
        try withState { state in
            var directory: JournalDirectory? = try JournalDirectory.make(in: state)
            if let journal = try directory?.journal(of: .standard) { try use(journal) }
            directory = nil
            return Set(try JournalDirectory.abandoned(in: state)[0].records().map(\.actionID))
        }
    }

    @Test func whatIsCommittedIsForgottenAndWhatCameMeanwhileIsKept() throws {
        let left = try actionsLeft { journal in
            try journal.append([outcome(1, [result("a")])])
            journal.turnOver()
            try journal.append([outcome(2, [result("a")])])
            try journal.clear()
        }
        #expect(left == [2])
    }

    @Test func aCommitThatFailsForgetsNothingAndTheNextForgetsWhatItCovers() throws {
        let failed = { (journal: ResultJournal) in
            try journal.append([self.outcome(1, [self.result("a")])])
            journal.turnOver()
            try journal.append([self.outcome(2, [self.result("a")])])
            journal.turnOver()
            try journal.append([self.outcome(3, [self.result("a")])])
        }
        #expect(try actionsLeft(failed) == [1, 2, 3])
        let left = try actionsLeft { journal in
            try failed(journal)
            try journal.clear()
            journal.turnOver()
            try journal.append([outcome(4, [result("a")])])
            try journal.clear()
        }
        #expect(left == [4])
    }

    @Test func linesThatWereNotWrittenInFullAreSkipped() throws {
        let whole = JournalRecord(actionID: 7, lease: lease, delivery: outcome(7, [try result("a")]).deliveries[0]).line
        let line = whole.dropLast()
        #expect(JournalRecord(line: line)?.actionID == 7)
        for count in 0..<line.count { #expect(JournalRecord(line: line.prefix(count)) == nil) }
        for index in line.indices {
            var flipped = line
            flipped[index] ^= 1
            #expect(JournalRecord(line: flipped) == nil)
        }
    }
}
