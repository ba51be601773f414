import MariaDB
import PushCore
import PushStore
import ServiceRuntime
import TestSupport
import Testing

@Suite struct RecordTests {
    let site: QueueSite

    init() throws { site = try QueueSite() }

    private func claim(_ limit: Int = 100) async throws -> [ClaimedAction] {
        try await site.queue.claim(lane: .standard, limit: limit, lease: 60_000)
    }

    @Test func writingTheSameOutcomesTwiceChangesNothing() async throws {
        try site.enqueue(3)
        let claimed = try await claim()
        let outcomes: [ActionOutcome] = [
            .of(claimed[0]), .of(claimed[1], .rejected, reason: "PayloadTooLarge"),
            .of(claimed[2], .retry, reason: "TooManyRequests", state: .waiting(milliseconds: 60_000), wait: 60_000),
        ]
        #expect(try await site.queue.record(outcomes).isEmpty)
        let actions = "SELECT id, state, reason, delivered, failed, attempts, lease_seq FROM wp_pushbridge_actions"
        let deliveries = "SELECT id, action_id, status, reason, attempts FROM wp_pushbridge_deliveries ORDER BY id"
        let before = try (site.rows(actions), site.rows(deliveries))
        #expect(try await site.queue.record(outcomes).isEmpty)
        let after = try (site.rows(actions), site.rows(deliveries))
        #expect(before == after)
        #expect(before.0.map { $0[1] } == ["sent", "failed", "sending"])
        #expect(before.1.map { $0[2] } == ["delivered", "rejected", "retry"])
    }

    @Test func aRetryFallsDueAtItsTimeAndKnowsItsEarlierDeliveries() async throws {
        try site.enqueue()
        let first = try #require(try await claim().first)
        let waiting = ActionOutcome.of(
            first, .retry, reason: "InternalServerError", state: .waiting(milliseconds: 300), wait: 300)
        _ = try await site.queue.record([waiting])
        #expect(try await claim().isEmpty)
        try await Task.sleep(for: .milliseconds(400))
        let second = try #require(try await claim().first)
        #expect(!second.wasAbandoned)
        #expect(second.earlierClaims == 1)
        let earlier = try #require(second.earlier.first)
        #expect(second.earlier.count == 1)
        #expect(earlier.status == .retry && earlier.attempts == 1 && earlier.reason == "InternalServerError")
        #expect(try #require(earlier.dueIn) <= 0)
        _ = try await site.queue.record([.of(second)])
        #expect(try site.states() == ["sent": 1])
        #expect(try site.rows("SELECT status, reason FROM wp_pushbridge_deliveries") == [["delivered", "NULL"]])
    }

    @Test func whatIsCancelledWhileHeldStaysCancelledAndIsStillRecorded() async throws {
        try site.enqueue(2)
        let claimed = try await claim()
        try site.execute("UPDATE wp_pushbridge_actions SET state = 'cancelled' WHERE id = \(claimed[0].id)")
        let leases = Dictionary(uniqueKeysWithValues: claimed.map { ($0.id, $0.lease) })
        #expect(try await site.queue.extend(leases, lease: 60_000) == [claimed[0].id])
        #expect(try await site.queue.record(claimed.map { .of($0) }).isEmpty)
        #expect(
            try site.rows("SELECT state, delivered FROM wp_pushbridge_actions ORDER BY id")
                == [["cancelled", "1"], ["sent", "1"]])
        #expect(try site.rows("SELECT COUNT(*) FROM wp_pushbridge_deliveries") == [["2"]])
        try site.letLeasesEnd()
        #expect(try await claim().isEmpty)
    }

    @Test func whatIsCancelledWhileWaitingForARetryIsNeverSentAgain() async throws {
        try site.enqueue()
        let claimed = try await claim()
        _ = try await site.queue.record(claimed.map { .of($0, .retry, state: .waiting(milliseconds: 1), wait: 1) })
        try site.execute("UPDATE wp_pushbridge_actions SET state = 'cancelled' WHERE state IN ('queued', 'sending')")
        try await Task.sleep(for: .milliseconds(20))
        #expect(try await claim().isEmpty)
    }

    @Test func reasonsOfAnyTextAndLengthAreWritten() async throws {
        try site.enqueue(3)
        let claimed = try await claim()
        let reasons = [String(repeating: "é", count: 500), "a\u{0}b\u{7}\n", "💥 'quoted' \\ \"text\""]
        _ = try await site.queue.record(zip(claimed, reasons).map { .of($0, .rejected, reason: $1) })
        #expect(try site.states() == ["failed": 3])
        let stored = try site.rows("SELECT CHAR_LENGTH(reason), reason FROM wp_pushbridge_actions ORDER BY id")
        #expect(stored[0][0] == "191")
        #expect(stored[2][1] == reasons[2])
    }

    @Test func aServerKilledInMidLoadLosesNoOutcomeThatWasReportedWritten() async throws {
        let server = try TestMariaDB()
        let site = try QueueSite(server: server)
        try site.enqueue(4000)
        let written = Locked(Set<UInt64>())
        let load = Task {
            var idle = 0
            while idle < 40 {
                do {
                    let batch = try await site.queue.claim(lane: .standard, limit: 50, lease: 1000)
                    idle = batch.isEmpty ? idle + 1 : 0
                    if batch.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
                    let fenced = try await site.queue.record(batch.map { .of($0) })
                    written.withLock { $0.formUnion(batch.map(\.id).filter { !fenced.contains($0) }) }
                } catch is MariaDBError {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
        for _ in 0..<3 {
            try await Task.sleep(for: .milliseconds(150))
            server.kill()
            try server.start()
        }
        try await load.value
        #expect(try site.states() == ["sent": 4000])
        let reported = written.withLock { $0 }
        let stored = try site.rows("SELECT action_id FROM wp_pushbridge_deliveries").compactMap { UInt64($0[0]) }
        #expect(reported.isSubset(of: stored))
        #expect(Set(stored).count == 4000 && stored.count == 4000)
    }
}
