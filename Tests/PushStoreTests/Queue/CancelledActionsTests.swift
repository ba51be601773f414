import MariaDB
import PushCore
import PushStore
import Testing

/// What becomes of an action that is cancelled while a device of it waits for another try.
@Suite struct CancelledActionsTests {
    private let cancel = "UPDATE wp_pushbridge_actions SET state = 'cancelled'"

    private func claimed(_ store: TestStore) async throws -> ClaimedAction {
        try await store.enqueue(1)
        return try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 60_000).first)
    }

    private func waiting(_ action: ClaimedAction) -> ActionOutcome {
        let device = action.delivered().deliveries[0].result.recipient
        let busy = TokenResult(
            recipient: device, status: .retry, reason: "TooManyRequests", errorClass: .rateLimited)
        return action.outcome(
            .waiting(milliseconds: 3_600_000), deliveries: [busy], nextAttemptIn: 3_600_000)
    }

    private func settle(_ store: TestStore) async throws -> Int {
        try await CancelledActions(database: store.database, tables: store.tables).settle()
    }

    private func expectEnded(_ store: TestStore) async throws {
        #expect(
            try await store.rows("SELECT status, reason, next_attempt_at FROM wp_pushbridge_deliveries")
                == [["exhausted", "TooManyRequests", nil]])
        #expect(
            try await store.rows(
                "SELECT state, reason, delivered, failed, owner, lease_until FROM wp_pushbridge_actions")
                == [["cancelled", "TooManyRequests", "0", "1", nil, nil]])
    }

    @Test func aTryThatAnActionWaitedForWhenItWasCancelledIsGivenUpAndCounted() async throws {
        let store = try await TestStore()
        #expect(try await store.queue().record([waiting(try await claimed(store))]).isEmpty)
        #expect(try await settle(store) == 0)
        try await store.execute(cancel)
        #expect(try await settle(store) == 1)
        try await expectEnded(store)
        #expect(try await settle(store) == 0)
    }

    @Test func anAnswerThatAsksForAnotherTryComesTooLateForWhatWasCancelledMeanwhile() async throws {
        let store = try await TestStore()
        let action = try await claimed(store)
        try await store.execute(cancel)
        #expect(try await settle(store) == 0)
        #expect(try await store.queue().record([waiting(action)]).isEmpty)
        try await expectEnded(store)
    }

    @Test func whatWasCancelledInTheQueueHasNothingToCount() async throws {
        let store = try await TestStore()
        try await store.enqueue(1)
        try await store.execute("\(cancel), send_at = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR")
        #expect(try await settle(store) == 0)
        #expect(try await store.rows("SELECT reason, failed FROM wp_pushbridge_actions") == [[nil, "0"]])
    }
}
