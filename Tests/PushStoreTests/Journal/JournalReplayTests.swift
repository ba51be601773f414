import PushCore
import PushStore
import Testing

@Suite struct JournalReplayTests {
    private struct Devices: PushTokenRepository {
        let recipients: [Recipient]

        func recipients(of users: [UInt64], app: String, kind: TokenKind) async throws -> [UInt64: [Recipient]] {
            Dictionary(grouping: recipients.filter { $0.kind == kind }) { $0.userID ?? 0 }
        }
    }

    private func device(_ digit: Character) throws -> Recipient {
        let token = try #require(DeviceToken(hex: String(repeating: digit, count: 64)))
        return Recipient(userID: 42, address: .apns(token), kind: .standard)
    }

    private func records(_ action: ClaimedAction, _ results: [TokenResult]) -> [JournalRecord] {
        action.outcome(.sent, deliveries: results).deliveries.map {
            JournalRecord(actionID: action.id, lease: action.lease, delivery: $0)
        }
    }

    @Test func whatAKilledDaemonKnewIsNotSentAgain() async throws {
        let store = try await TestStore()
        try await store.enqueue(1)
        let action = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 60_000).first)
        let dead = TokenDeath(reason: "Unregistered", timestamp: 5)
        let delivered = TokenResult(recipient: try device("a"), status: .delivered)
        var gone = TokenResult(recipient: try device("b"), status: .unregistered, reason: "Unregistered")
        gone.death = dead
        let stranger = TokenResult(recipient: try device("c"), status: .delivered)
        let journal = records(action, [delivered, gone, stranger])

        let devices = Devices(recipients: [try device("a"), try device("b"), try device("d")])
        let replay = JournalReplay(database: store.database, tables: store.tables, tokens: devices)
        var verdicts: [PruneVerdict] = []
        #expect(try await replay.replay(journal) { verdicts += $0 } == 2)
        #expect(verdicts.map(\.death) == [dead])

        let next = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 60_000).first)
        #expect(next.id == action.id && next.wasAbandoned)
        #expect(Set(next.earlier.map(\.status)) == [.delivered, .unregistered])
    }

    @Test func aJournalIsReplayedTwiceWithoutHarmAndNeverOverAnotherHolder() async throws {
        let store = try await TestStore()
        try await store.enqueue(1)
        let old = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 0).first)
        let journal = records(old, [TokenResult(recipient: try device("a"), status: .delivered)])
        let replay = JournalReplay(
            database: store.database, tables: store.tables, tokens: Devices(recipients: [try device("a")]))
        #expect(try await replay.replay(journal) { _ in } == 1)
        #expect(try await replay.replay(journal) { _ in } == 1)
        let new = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 60_000).first)
        #expect(try await replay.replay(journal) { _ in } == 0)
        #expect(try await store.queue().record([new.delivered()]).isEmpty)
        #expect(try await replay.replay(journal) { _ in } == 0)
    }
}
