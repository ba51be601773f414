import MariaDB
import PushCore
import PushStore
import ServiceRuntime
import TestSupport
import Testing

/// Prints what the queue does on this machine; only proportions are asserted.
@Suite(.serialized) struct QueueSpeedTests {
    @Test func claimingAndRecordingInBatches() async throws {
        let site = try QueueSite()
        try site.enqueue(20_000)
        var (claiming, recording, count): (Int64, Int64, Int) = (0, 0, 0)
        while true {
            let start = MonotonicTime.now
            let batch = try await site.queue.claim(lane: .standard, limit: 500, lease: 60_000)
            let claimed = MonotonicTime.now
            if batch.isEmpty { break }
            _ = try await site.queue.record(batch.map { .of($0) })
            claiming += claimed.nanoseconds - start.nanoseconds
            recording += MonotonicTime.now.nanoseconds - claimed.nanoseconds
            count += batch.count
        }
        #expect(count == 20_000)
        let rate = { (nanoseconds: Int64) in Int64(count) * 1_000_000_000 / max(nanoseconds, 1) }
        print("claim: \(rate(claiming)) rows/s, record: \(rate(recording)), both: \(rate(claiming + recording))")
    }

    @Test func anOpenSnapshotDoesNotSlowTheProbeForCalls() async throws {
        let server = try TestMariaDB()
        let site = try QueueSite(server: server)
        let before = try await probe(site)
        let snapshot = try Connection(site.configuration)
        try snapshot.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        try snapshot.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT")
        _ = try snapshot.query("SELECT COUNT(*) FROM wp_pushbridge_actions")
        for _ in 0..<6 {
            try site.enqueue(10_000)
            while true {
                let batch = try await site.queue.claim(lane: .standard, limit: 500, lease: 60_000)
                if batch.isEmpty { break }
                _ = try await site.queue.record(batch.map { .of($0) })
            }
        }
        for _ in 0..<100 {
            try site.enqueue(type: "voip")
            let calls = try await site.queue.claim(lane: .voip, limit: 10, lease: 60_000)
            _ = try await site.queue.record(calls.map { .of($0) })
        }
        let after = try await probe(site)
        print("empty look for calls: \(before) µs, with 60,000 finished rows under an open snapshot: \(after) µs")
        #expect(after < before * 20 + 2000)
        try snapshot.execute("ROLLBACK")
    }

    // The median of many, in microseconds.
    private func probe(_ site: QueueSite) async throws -> Int64 {
        var times: [Int64] = []
        for _ in 0..<200 {
            let start = MonotonicTime.now
            _ = try await site.queue.claim(lane: .voip, limit: 10, lease: 5000)
            times.append((MonotonicTime.now.nanoseconds - start.nanoseconds) / 1000)
        }
        return times.sorted()[times.count / 2]
    }
}
