import MariaDB
import PushStore
import Testing

@Suite struct RetentionTests {
    private let week = RetentionPeriods(actions: 7, deliveries: 7, prunes: 7)

    private func sweep(_ store: TestStore, _ periods: RetentionPeriods) async throws -> RetentionResult {
        try await Retention(database: store.database, tables: store.tables).sweep(periods)
    }

    private func add(_ store: TestStore, _ state: String, days: Int, sendAt: String = "NULL") async throws -> UInt64 {
        try await store.execute(
            """
            INSERT INTO wp_pushbridge_actions (user_id, message, state, created_at, send_at)
            VALUES (1, '{}', '\(state)', UTC_TIMESTAMP(3) - INTERVAL \(days) DAY, \(sendAt))
            """
        ).lastInsertID
    }

    private func addDelivery(_ store: TestStore, of action: UInt64, days: Int) async throws {
        let time = "UTC_TIMESTAMP(3) - INTERVAL \(days) DAY"
        try await store.execute(
            """
            INSERT INTO wp_pushbridge_deliveries (action_id, token, channel, status, created_at, updated_at)
            VALUES (\(action), 'aa', 'standard', 'delivered', \(time), \(time))
            """)
    }

    @Test func onlyOldFinishedActionsGo() async throws {
        let store = try await TestStore()
        for state in ["sent", "partial", "failed", "expired", "cancelled"] { _ = try await add(store, state, days: 8) }
        let queued = try await add(store, "queued", days: 8)
        let sending = try await add(store, "sending", days: 8)
        let young = try await add(store, "sent", days: 6)
        let scheduled = try await add(store, "sent", days: 8, sendAt: "UTC_TIMESTAMP(3) - INTERVAL 1 DAY")
        #expect(try await sweep(store, week) == RetentionResult(actions: 5))
        let left = try await store.rows("SELECT id FROM wp_pushbridge_actions ORDER BY id").compactMap { $0[0] }
        #expect(left == [queued, sending, young, scheduled].map { "\($0)" })
    }

    @Test func deliveriesStayWhileTheirActionMayStillBeSent() async throws {
        let store = try await TestStore()
        for state in ["sending", "partial", "sent"] {
            let action = try await add(store, state, days: 1)
            try await addDelivery(store, of: action, days: 8)
        }
        try await addDelivery(store, of: 999_999, days: 8)
        try await addDelivery(store, of: 999_998, days: 6)
        #expect(try await sweep(store, week).deliveries == 2)
    }

    @Test func manyRowsGoInSmallBatches() async throws {
        let store = try await TestStore()
        try await store.enqueue(3200)
        try await store.execute(
            "UPDATE wp_pushbridge_actions SET state = 'sent', created_at = UTC_TIMESTAMP(3) - INTERVAL 30 DAY WHERE id % 3"
        )
        let expected = try await store.rows("SELECT COUNT(*) FROM wp_pushbridge_actions WHERE state = 'sent'")[0][0]
        #expect("\(try await sweep(store, week).actions)" == expected)
        #expect(try await sweep(store, week).actions == 0)
    }

    @Test func withoutPeriodsNothingGoes() async throws {
        let store = try await TestStore()
        let action = try await add(store, "sent", days: 4000)
        try await addDelivery(store, of: action, days: 4000)
        let none = RetentionPeriods(actions: nil, deliveries: nil, prunes: nil)
        #expect(try await sweep(store, none) == RetentionResult())
    }

    @Test func oldPruneRowsGo() async throws {
        let store = try await TestStore()
        for days in [6, 8] {
            try await store.execute(
                """
                INSERT INTO wp_pushbridge_prunes (user_id, umeta_id, meta_key, token, reason, state, created_at)
                VALUES (1, 1, 'k', 'aa', 'Unregistered', 'removed', UTC_TIMESTAMP(3) - INTERVAL \(days) DAY)
                """)
        }
        #expect(try await sweep(store, week).prunes == 1)
    }
}
