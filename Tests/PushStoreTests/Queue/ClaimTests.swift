import MariaDB
import PushCore
import PushStore
import ServiceRuntime
import TestSupport
import Testing

@Suite struct ClaimTests {
    let site: QueueSite

    init() throws { site = try QueueSite() }

    @Test func twoDaemonsClaimEachOfManyRowsExactlyOnce() async throws {
        try site.enqueue(20_000)
        let claimed = try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for queue in [site.queue, site.otherQueue()] {
                group.addTask {
                    var mine: [UInt64] = []
                    var empty = 0
                    // A daemon that lost all candidates of one look to the other looks again.
                    while empty < 3 {
                        let batch = try await queue.claim(lane: .standard, limit: 500, lease: 60_000)
                        mine += batch.map(\.id)
                        empty = batch.isEmpty ? empty + 1 : 0
                        _ = try await queue.record(batch.map { .of($0) })
                    }
                    return mine
                }
            }
            return try await group.reduce(into: [[UInt64]]()) { $0.append($1) }
        }
        let all = claimed.flatMap { $0 }
        #expect(all.count == 20_000)
        #expect(Set(all).count == 20_000)
        #expect(try site.states() == ["sent": 20_000])
        #expect(try site.rows("SELECT COUNT(*) FROM wp_pushbridge_deliveries") == [["20000"]])
        print("claimed by each of two daemons:", claimed.map(\.count))
    }

    @Test func theLanesSeeOnlyTheirOwn() async throws {
        try site.enqueue(2)
        try site.enqueue(3, type: "voip")
        #expect(
            try await site.queue.claim(lane: .voip, limit: 10, lease: 5000).map(\.type) == ["voip", "voip", "voip"])
        #expect(try await site.queue.claim(lane: .standard, limit: 10, lease: 5000).count == 2)
        #expect(try await site.queue.claim(lane: .voip, limit: 10, lease: 5000).isEmpty)
    }

    @Test func anExpiredLeaseIsTakenOverAndTheOldHolderIsFencedOff() async throws {
        try site.enqueue()
        let old = try #require(try await site.queue.claim(lane: .standard, limit: 9, lease: 60_000).first)
        #expect(!old.wasAbandoned && old.earlierClaims == 0)
        #expect(try await site.otherQueue().claim(lane: .standard, limit: 9, lease: 60_000).isEmpty)
        try site.letLeasesEnd()
        let new = try #require(try await site.otherQueue().claim(lane: .standard, limit: 9, lease: 60_000).first)
        #expect(new.id == old.id && new.wasAbandoned && new.earlierClaims == 1)
        #expect(new.lease != old.lease)

        #expect(try await site.queue.extend([old.id: old.lease], lease: 60_000) == [old.id])
        #expect(try await site.queue.record([.of(old, .rejected, reason: "TooLate")]) == [old.id])
        #expect(try site.rows("SELECT COUNT(*) FROM wp_pushbridge_deliveries") == [["0"]])
        try await site.queue.giveBack([old])
        #expect(try site.states() == ["sending": 1])

        #expect(try await site.queue.extend([new.id: new.lease], lease: 60_000).isEmpty)
        #expect(try await site.queue.record([.of(new)]).isEmpty)
        #expect(try site.states() == ["sent": 1])
    }

    @Test func extendingTwiceWithinOneMillisecondIsNoLoss() async throws {
        try site.enqueue(3)
        let claimed = try await site.queue.claim(lane: .standard, limit: 9, lease: 60_000)
        let leases = Dictionary(uniqueKeysWithValues: claimed.map { ($0.id, $0.lease) })
        for _ in 0..<20 { #expect(try await site.queue.extend(leases, lease: 60_000).isEmpty) }
    }

    @Test func whatIsGivenBackIsClaimedAgainWithoutAChargedAttempt() async throws {
        try site.enqueue()
        let first = try await site.queue.claim(lane: .standard, limit: 9, lease: 60_000)
        try await site.queue.giveBack(first)
        let second = try #require(try await site.queue.claim(lane: .standard, limit: 9, lease: 60_000).first)
        #expect(second.earlierClaims == 0 && !second.wasAbandoned)
        #expect(second.lease.sequence > first[0].lease.sequence)
        #expect(try await site.queue.record(first.map { .of($0) }) == [second.id])
    }

    @Test func scheduledRowsWaitAndOthersAreDueWhateverTheClock() async throws {
        try site.execute(
            """
            INSERT INTO wp_pushbridge_actions (user_id, message, send_at) VALUES
                (1, '{}', UTC_TIMESTAMP(3) + INTERVAL 1 HOUR), (2, '{}', UTC_TIMESTAMP(3) - INTERVAL 1 HOUR), (3, '{}', NULL)
            """)
        try site.execute(
            "UPDATE wp_pushbridge_actions SET created_at = UTC_TIMESTAMP(3) + INTERVAL 1 DAY WHERE user_id = 3")
        let claimed = try await site.queue.claim(lane: .standard, limit: 9, lease: 60_000)
        #expect(Set(claimed.compactMap(\.userID)) == [2, 3])
    }

    @Test func lifeIsMeasuredByTheDatabasesClock() async throws {
        try site.execute(
            """
            INSERT INTO wp_pushbridge_actions (user_id, message, created_at, send_at, expires_at) VALUES
                (1, '{}', '2026-01-01 00:00:00.250', '2026-01-02 00:00:00.500', '2026-01-03 00:00:00'),
                (2, '{}', '2026-01-02 00:00:00', '2026-01-01 00:00:00', NULL)
            """)
        let claimed = try await site.queue.claim(lane: .standard, limit: 9, lease: 60_000).sorted { $0.id < $1.id }
        #expect(claimed.map(\.lifeStart) == [1_767_312_000_500, 1_767_312_000_000])
        #expect(claimed.map(\.expiresAt) == [1_767_398_400_000, nil])
        let clock = try #require(
            try site.rows("SELECT UNIX_TIMESTAMP(NOW(3)) * 1000 DIV 1").first?.first.flatMap { Int64($0) })
        #expect(claimed.allSatisfy { (clock - 60_000...clock).contains($0.databaseNow) })
    }

    @Test func rowsOfRubbishAreClaimedBesideGoodOnes() async throws {
        try site.enqueue()
        let connection = try Connection(site.configuration)
        try connection.execute("SET SESSION sql_mode = ''")
        let insert =
            "INSERT INTO wp_pushbridge_actions (type, user_id, message, audience, send_at) VALUES (?, ?, ?, ?, ?)"
        try connection.execute(insert, ["", .null, .bytes([0xFF, 0]), .bytes([0xC3, 0x28]), "0000-00-00"])
        try connection.execute(
            insert, ["no such type", .unsigned(.max), .bytes(Array(repeating: 91, count: 100_000)), .null, .null])
        try connection.execute(insert, ["alert", 7, .bytes(Array(repeating: 65, count: 14 << 20)), .null, .null])
        let claimed = try await site.queue.claim(lane: .standard, limit: 9, lease: 60_000)
        #expect(claimed.count == 4)
        var readable = 0
        for action in claimed { if case .message = action.content { readable += 1 } }
        #expect(readable == 1)
    }

    @Test func aRowInsertedButNotCommittedHoldsNobodyUp() async throws {
        try site.enqueue()
        let producer = try Connection(site.configuration)
        try producer.execute("START TRANSACTION")
        try producer.execute("INSERT INTO wp_pushbridge_actions (user_id, message) VALUES (9, '{}')")
        #expect(try await site.queue.claim(lane: .standard, limit: 9, lease: 60_000).count == 1)
        try producer.execute("COMMIT")
        #expect(try await site.queue.claim(lane: .standard, limit: 9, lease: 60_000).count == 1)
    }
}
