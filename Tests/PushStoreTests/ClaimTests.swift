import MariaDB
import PushCore
import PushStore
import Testing

@Suite struct ClaimTests {
    private let longLease: Int64 = 60_000

    @Test func aClaimedActionIsNobodyElses() async throws {
        let store = try await TestStore()
        try await store.enqueue(3)
        let first = try await store.queue().claim(lane: .standard, limit: 2, lease: longLease)
        let second = try await store.queue().claim(lane: .standard, limit: 10, lease: longLease)
        #expect(first.count == 2 && second.count == 1)
        #expect(Set(first.map(\.id)).isDisjoint(with: second.map(\.id)))
        #expect(try await store.queue().claim(lane: .standard, limit: 10, lease: longLease).isEmpty)
    }

    @Test func theLanesDoNotSeeEachOther() async throws {
        let store = try await TestStore()
        try await store.enqueue(2)
        try await store.enqueue(1, type: "voip")
        #expect(try await store.queue().claim(lane: .voip, limit: 10, lease: longLease).map(\.type) == ["voip"])
        #expect(try await store.queue().claim(lane: .standard, limit: 10, lease: longLease).count == 2)
    }

    @Test func whatIsNotDueYetIsLeftAlone() async throws {
        let store = try await TestStore()
        try await store.execute(
            "INSERT INTO wp_pushbridge_actions (user_id, message, send_at) VALUES (1, '{}', UTC_TIMESTAMP(3) + INTERVAL 1 HOUR)"
        )
        #expect(try await store.queue().claim(lane: .standard, limit: 10, lease: longLease).isEmpty)
    }

    @Test func whatIsDueLongestComesFirstAndOfEquallyOldTheFirstEnqueued() async throws {
        let store = try await TestStore()
        let hoursAgo = [1, 3, 2, 3]
        let rows = hoursAgo.map { "(1, '{}', TIMESTAMP'2020-01-01 12:00:00' - INTERVAL \($0) HOUR)" }
        try await store.execute(
            "INSERT INTO wp_pushbridge_actions (user_id, message, send_at) VALUES \(rows.joined(separator: ","))")
        var order: [UInt64] = []
        for _ in hoursAgo {
            order += try await store.queue().claim(lane: .standard, limit: 1, lease: longLease).map(\.id)
        }
        #expect(order == [2, 4, 3, 1])
    }

    @Test func anExpiredLeaseIsTakenOverAndTheOldHolderFencedOff() async throws {
        let store = try await TestStore()
        try await store.enqueue(1)
        let old = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 0).first)
        let new = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: longLease).first)
        #expect(!old.wasAbandoned && new.wasAbandoned && new.earlierClaims == 1 && new.id == old.id)
        #expect(try await store.queue().record([old.delivered()]) == [old.id])
        #expect(try await store.queue().extend([old.id: old.lease], lease: longLease) == [old.id])
        #expect(try await store.rows("SELECT COUNT(*) FROM wp_pushbridge_deliveries") == [["0"]])
        #expect(try await store.queue().record([new.delivered()]).isEmpty)
        #expect(try await store.rows("SELECT state, delivered FROM wp_pushbridge_actions") == [["sent", "1"]])
    }

    @Test func anOutcomeWrittenTwiceChangesNothing() async throws {
        let store = try await TestStore()
        try await store.enqueue(2)
        let actions = try await store.queue().claim(lane: .standard, limit: 2, lease: longLease)
        let outcomes = [actions[0].delivered(), actions[1].outcome(.waiting(milliseconds: 60_000), reason: "X")]
        #expect(try await store.queue().record(outcomes).isEmpty)
        let before = try await store.rows("SELECT * FROM wp_pushbridge_actions ORDER BY id")
        #expect(try await store.queue().record(outcomes).isEmpty)
        #expect(try await store.rows("SELECT * FROM wp_pushbridge_actions ORDER BY id") == before)
        #expect(try await store.rows("SELECT COUNT(*) FROM wp_pushbridge_deliveries") == [["1"]])
    }

    @Test func aRetryFallsDueWithWhatWasTriedBefore() async throws {
        let store = try await TestStore()
        try await store.enqueue(1)
        let action = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: longLease).first)
        let busy = TokenResult(
            recipient: action.delivered().deliveries[0].result.recipient, status: .retry, reason: "TooManyRequests",
            errorClass: .rateLimited)
        let waiting = action.outcome(.waiting(milliseconds: 0), deliveries: [busy], nextAttemptIn: 0)
        #expect(try await store.queue().record([waiting]).isEmpty)
        let again = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: longLease).first)
        #expect(!again.wasAbandoned && again.earlier.map(\.reason) == ["TooManyRequests"])
        #expect(again.earlier.first?.status == .retry && (again.earlier.first?.dueIn ?? 1) <= 0)
    }

    @Test func whatIsCancelledWhileHeldIsRecordedAndStaysCancelled() async throws {
        let store = try await TestStore()
        try await store.enqueue(1)
        let action = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: longLease).first)
        try await store.execute("UPDATE wp_pushbridge_actions SET state = 'cancelled'")
        #expect(try await store.queue().extend([action.id: action.lease], lease: longLease) == [action.id])
        #expect(try await store.queue().record([action.delivered()]).isEmpty)
        #expect(try await store.rows("SELECT state, delivered FROM wp_pushbridge_actions") == [["cancelled", "1"]])
        #expect(try await store.rows("SELECT status FROM wp_pushbridge_deliveries") == [["delivered"]])
    }

    @Test func whatIsGivenBackWasNeverTried() async throws {
        let store = try await TestStore()
        try await store.enqueue(1)
        let action = try await store.queue().claim(lane: .standard, limit: 1, lease: longLease)
        try await store.queue().giveBack(action)
        let again = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: longLease).first)
        #expect(again.earlierClaims == 0 && !again.wasAbandoned)
    }

    @Test func anAbandonedActionGivenBackIsStillPerhapsSent() async throws {
        let store = try await TestStore()
        try await store.enqueue(1)
        _ = try await store.queue().claim(lane: .standard, limit: 1, lease: 0)
        try await store.queue().giveBack(try await store.queue().claim(lane: .standard, limit: 1, lease: longLease))
        #expect(try await store.queue().claim(lane: .standard, limit: 1, lease: longLease).first?.wasAbandoned == true)
    }

    @Test(arguments: [
        ("{", "InvalidMessage: not JSON"), ("a:1:{i:0;}", "InvalidMessage: not PHP-serialized"), ("", "EmptyMessage"),
        ("plain text", "InvalidMessage: neither"),
        (String(repeating: "[", count: 100_000), "InvalidMessage: not JSON: nested"),
    ])
    func rubbishIsClaimedWithTheFaultInWords(message: String, reason: String) async throws {
        let store = try await TestStore()
        try await store.execute(
            "INSERT INTO wp_pushbridge_actions (user_id, message) VALUES (1, ?)", [.bytes(Array(message.utf8))])
        let action = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: longLease).first)
        guard case .unreadable(let found) = action.content else {
            Issue.record("it was read")
            return
        }
        #expect(found.hasPrefix(reason))
    }

    @Test func datesThatAreNoneAndHugeMessagesAreNamed() async throws {
        let store = try await TestStore()
        try await store.database.run { connection in
            _ = try connection.execute("SET SESSION sql_mode = ''")
            _ = try connection.execute(
                "INSERT INTO wp_pushbridge_actions (user_id, message, expires_at) VALUES (1, '{}', '0000-00-00')")
            _ = try connection.execute(
                "INSERT INTO wp_pushbridge_actions (user_id, message, send_at) VALUES (1, '{}', '2026-00-10')")
            _ = try connection.execute(
                "INSERT INTO wp_pushbridge_actions (user_id, message) VALUES (1, REPEAT('a', 15000000))")
        }
        let reasons = try await store.queue().claim(lane: .standard, limit: 3, lease: longLease)
            .sorted { $0.id < $1.id }.map { action in
                if case .unreadable(let reason) = action.content { reason } else { "" }
            }
        #expect(
            reasons == [
                "InvalidMessage: expires_at", "InvalidMessage: send_at",
                "InvalidMessage: 15000000 bytes, 131072 allowed",
            ])
    }

    @Test func twoDaemonsSendEachOfManyActionsOnce() async throws {
        let store = try await TestStore()
        try await store.enqueue(20_000)
        let ids = try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<2 {
                let queue = store.queue()
                group.addTask {
                    var mine: [UInt64] = []
                    var idle = 0
                    while idle < 3 {
                        let actions = try await queue.claim(lane: .standard, limit: 500, lease: 60_000)
                        idle = actions.isEmpty ? idle + 1 : 0
                        mine += actions.map(\.id)
                        #expect(try await queue.record(actions.map { $0.delivered() }).isEmpty)
                    }
                    return mine
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(ids.count == 20_000 && Set(ids).count == 20_000)
        #expect(
            try await store.rows("SELECT state, COUNT(*) FROM wp_pushbridge_actions GROUP BY state") == [
                ["sent", "20000"]
            ])
    }
}
