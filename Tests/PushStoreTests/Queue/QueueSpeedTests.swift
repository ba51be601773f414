import MariaDB
import PushCore
import PushStore
import ServiceRuntime
import TestSupport
import Testing

/// Prints what the queue does on this machine; only proportions are asserted.
@Suite(.serialized) struct QueueSpeedTests {
    @Test func claimingAndRecordingInBatches() async throws {
        let store = try await TestStore()
        let queue = store.queue()
        try await store.enqueue(20_000)
        var (claiming, recording, count): (Int64, Int64, Int) = (0, 0, 0)
        while true {
            let start = MonotonicTime.now
            let batch = try await queue.claim(lane: .standard, limit: 500, lease: 60_000)
            let claimed = MonotonicTime.now
            if batch.isEmpty { break }
            _ = try await queue.record(batch.map { $0.delivered() })
            claiming += claimed.nanoseconds - start.nanoseconds
            recording += MonotonicTime.now.nanoseconds - claimed.nanoseconds
            count += batch.count
        }
        #expect(count == 20_000)
        let rate = { (nanoseconds: Int64) in Int64(count) * 1_000_000_000 / max(nanoseconds, 1) }
        print("claim: \(rate(claiming)) rows/s, record: \(rate(recording)), both: \(rate(claiming + recording))")
    }

    @Test func anOpenSnapshotDoesNotSlowTheLookForCalls() async throws {
        let server = try TestMariaDB()
        let store = try await TestStore(server: server)
        let queue = store.queue()
        let before = try await look(queue)
        let snapshot = try Connection(store.configuration)
        try snapshot.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        try snapshot.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT")
        _ = try snapshot.query("SELECT COUNT(*) FROM wp_pushbridge_actions")
        try await store.enqueue(60_000)
        while true {
            let batch = try await queue.claim(lane: .standard, limit: 500, lease: 60_000)
            if batch.isEmpty { break }
            _ = try await queue.record(batch.map { $0.delivered() })
        }
        for _ in 0..<100 {
            try await store.enqueue(1, type: "voip")
            _ = try await queue.record(queue.claim(lane: .voip, limit: 10, lease: 60_000).map { $0.delivered() })
        }
        let after = try await look(queue)
        print("empty look for calls: \(before) µs; with 60,000 finished rows under an open snapshot: \(after) µs")
        #expect(after < before * 20 + 2000)
        try snapshot.execute("ROLLBACK")
    }

    @Test func aBacklogOfAPausedAppIsPassedOverWithoutALookAtItsRows() async throws {
        let store = try await TestStore()
        let queue = store.queue()
        try await store.enqueue(60_000)
        try await store.execute("UPDATE wp_pushbridge_actions SET app = 'news'")
        try await store.execute("ANALYZE TABLE wp_pushbridge_actions")
        var pause = QueuePause()
        pause.apps = ["news"]
        let skipping = try await look(queue, .standard, except: pause, times: 5)
        // What it costs to go from the index to every row.
        let start = MonotonicTime.now
        _ = try Connection(store.configuration).query(
            """
            SELECT SUM(LENGTH(message)) FROM wp_pushbridge_actions FORCE INDEX (claim)
            WHERE lane = 0 AND state = 'queued' AND due_at <= UTC_TIMESTAMP(3)
            """)
        let reading = (MonotonicTime.now.nanoseconds - start.nanoseconds) / 1000
        print("look past 60,000 paused rows: \(skipping) µs; at each of them: \(reading) µs")
        #expect(skipping * 2 < reading)
    }

    // The median of many, in microseconds.
    private func look(
        _ queue: MySQLPushQueue, _ lane: Lane = .voip, except pause: QueuePause = QueuePause(), times count: Int = 200
    ) async throws -> Int64 {
        var times: [Int64] = []
        for _ in 0..<count {
            let start = MonotonicTime.now
            _ = try await queue.claim(lane: lane, limit: 10, lease: 5000, except: pause)
            times.append((MonotonicTime.now.nanoseconds - start.nanoseconds) / 1000)
        }
        return times.sorted()[times.count / 2]
    }
}
