import MariaDB
import PushCore
import PushStore
import ServiceRuntime
import TestSupport
import Testing

@Suite struct QueueUnderStressTests {
    private let longLease: Int64 = 60_000

    @Test func aServerKilledInMidLoadLosesNoOutcomeThatWasReportedWritten() async throws {
        let server = try TestMariaDB()
        let store = try await TestStore(server: server)
        let queue = store.queue()
        try await store.enqueue(4000)
        let written = Locked(Set<UInt64>())
        let load = Task {
            var idle = 0
            while idle < 40 {
                do {
                    let batch = try await queue.claim(lane: .standard, limit: 50, lease: 1000)
                    idle = batch.isEmpty ? idle + 1 : 0
                    if batch.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
                    let fenced = try await queue.record(batch.map { $0.delivered() })
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
        let rows = try await store.database.run { connection in
            try connection.query("SELECT action_id FROM wp_pushbridge_deliveries").map { try $0.uint64(0) }
        }
        #expect(rows.count == 4000 && Set(rows).count == 4000)
        #expect(written.withLock { $0 }.isSubset(of: rows))
        let unfinished = "SELECT COUNT(*) FROM wp_pushbridge_actions WHERE state <> 'sent'"
        #expect(try Connection(store.configuration).query(unfinished).first?.int(0) == 0)
    }

    @Test func extendingTwiceWithinOneMillisecondIsNoLoss() async throws {
        let store = try await TestStore()
        let queue = store.queue()
        try await store.enqueue(3)
        let claimed = try await queue.claim(lane: .standard, limit: 9, lease: longLease)
        let leases = Dictionary(uniqueKeysWithValues: claimed.map { ($0.id, $0.lease) })
        for _ in 0..<20 { #expect(try await queue.extend(leases, lease: longLease).isEmpty) }
    }

    @Test func whatIsCancelledWhileWaitingForARetryIsNeverSentAgain() async throws {
        let store = try await TestStore()
        let queue = store.queue()
        try await store.enqueue(1)
        let claimed = try await queue.claim(lane: .standard, limit: 9, lease: longLease)
        _ = try await queue.record(claimed.map { $0.outcome(.waiting(milliseconds: 0), reason: "X") })
        try await store.execute(
            "UPDATE wp_pushbridge_actions SET state = 'cancelled' WHERE state IN ('queued', 'sending')")
        #expect(try await queue.claim(lane: .standard, limit: 9, lease: longLease).isEmpty)
    }

    @Test func aRowWithoutSendAtIsDueWhateverTheClockSaid() async throws {
        let store = try await TestStore()
        try await store.execute(
            "INSERT INTO wp_pushbridge_actions (user_id, message, created_at) VALUES (3, '{}', UTC_TIMESTAMP(3) + INTERVAL 1 DAY)"
        )
        #expect(try await store.queue().claim(lane: .standard, limit: 9, lease: longLease).count == 1)
    }

    @Test func lifeIsMeasuredByTheDatabasesClock() async throws {
        let store = try await TestStore()
        try await store.execute(
            """
            INSERT INTO wp_pushbridge_actions (user_id, message, created_at, send_at, expires_at) VALUES
                (1, '{}', '2026-01-01 00:00:00.250', '2026-01-02 00:00:00.500', '2026-01-03 00:00:00'),
                (2, '{}', '2026-01-02 00:00:00', '2026-01-01 00:00:00', NULL)
            """)
        let claimed = try await store.queue().claim(lane: .standard, limit: 9, lease: longLease).sorted {
            $0.id < $1.id
        }
        #expect(claimed.map(\.lifeStart) == [1_767_312_000_500, 1_767_312_000_000])
        #expect(claimed.map(\.expiresAt) == [1_767_398_400_000, nil])
    }

    @Test func aRowInsertedButNotCommittedHoldsNobodyUp() async throws {
        let store = try await TestStore()
        let queue = store.queue()
        try await store.enqueue(1)
        let producer = try Connection(store.configuration)
        try producer.execute("START TRANSACTION")
        try producer.execute("INSERT INTO wp_pushbridge_actions (user_id, message) VALUES (9, '{}')")
        #expect(try await queue.claim(lane: .standard, limit: 9, lease: longLease).count == 1)
        try producer.execute("COMMIT")
        #expect(try await queue.claim(lane: .standard, limit: 9, lease: longLease).count == 1)
    }

    @Test func reasonsOfAnyTextAndLengthAreWritten() async throws {
        let store = try await TestStore()
        let queue = store.queue()
        try await store.enqueue(3)
        let claimed = try await queue.claim(lane: .standard, limit: 9, lease: longLease).sorted { $0.id < $1.id }
        let reasons = [String(repeating: "é", count: 500), "a\u{0}b\u{7}\n", "💥 'quoted' \\ \"text\""]
        _ = try await queue.record(zip(claimed, reasons).map { $0.outcome(.failed, reason: $1) })
        let stored = try await store.rows("SELECT reason FROM wp_pushbridge_actions ORDER BY id").map { $0[0] ?? "" }
        #expect(stored[0].count == 191)
        #expect(stored[1...] == ["a b  ", reasons[2]])
    }
}
