import PushCore
import PushStore
import Testing

@Suite struct JournalReplayTests {
    private func replay(_ site: TokenSite) -> JournalReplay {
        JournalReplay(database: site.database, tables: site.tables, tokens: site.repository)
    }

    private func queue(_ site: TokenSite) -> MySQLPushQueue {
        MySQLPushQueue(database: site.database, tables: site.tables)
    }

    private func claim(_ site: TokenSite, lease: Int64 = 60_000) async throws -> ClaimedAction? {
        try await queue(site).claim(lane: .standard, limit: 1, lease: lease).first
    }

    private func enqueue(_ site: TokenSite) async throws {
        try await site.execute("INSERT INTO {actions} (user_id, message) VALUES (42, '{\"body\":\"Hi\"}')")
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
        let site = try await TokenSite()
        try await enqueue(site)
        let action = try #require(try await claim(site))
        let dead = TokenDeath(reason: "Unregistered", timestamp: 5)
        let delivered = TokenResult(recipient: try device("a"), status: .delivered)
        var gone = TokenResult(recipient: try device("b"), status: .unregistered, reason: "Unregistered")
        gone.death = dead
        let stranger = TokenResult(recipient: try device("c"), status: .delivered)
        let journal = records(action, [delivered, gone, stranger])

        for digit in ["a", "b", "d"] { try await site.add(42, String(repeating: digit, count: 64)) }
        let replay = replay(site)
        var outcomes: [ActionOutcome] = []
        #expect(try await replay.replay(journal) { outcomes += $0 } == 2)
        #expect(outcomes.flatMap(\.deliveries).compactMap(\.result.death) == [dead])

        let next = try #require(try await claim(site))
        #expect(next.id == action.id && next.wasAbandoned)
        #expect(Set(next.earlier.map(\.status)) == [.delivered, .unregistered])
    }

    @Test func whatAKilledDaemonKnewOfACancelledActionIsCounted() async throws {
        let site = try await TokenSite()
        try await enqueue(site)
        let action = try #require(try await claim(site))
        for digit in ["a", "b"] { try await site.add(42, String(repeating: digit, count: 64)) }
        var later = TokenResult(recipient: try device("b"), status: .retry, reason: "TooManyRequests")
        later.environment = .production
        let journal = records(action, [TokenResult(recipient: try device("a"), status: .delivered), later])
        try await site.execute("UPDATE {actions} SET state = 'cancelled'")
        #expect(try await replay(site).replay(journal) { _ in } == 2)
        let row = try await site.rows("SELECT state, reason, delivered, failed, owner FROM {actions}").first
        #expect(row == ["cancelled", "TooManyRequests", "1", "1", nil])
        let statuses = try await site.rows("SELECT status FROM {deliveries} ORDER BY status").map { $0[0] }
        #expect(statuses == ["delivered", "exhausted"])
        #expect(try await replay(site).replay(journal) { _ in } == 0)
    }

    @Test func aBroadcastThatAKilledDaemonKnewIsNotSentAgain() async throws {
        let site = try await TokenSite()
        try await site.execute(
            """
            INSERT INTO {actions} (type, audience, message) VALUES ('liveactivity', '{"channel":"dHN0"}',
                '{"live_activity":{"event":"end"}}')
            """)
        let action = try #require(try await claim(site))
        let channel = try #require(BroadcastChannel("dHN0"))
        let recipient = Recipient(userID: nil, address: .channel(channel), kind: .liveActivity)
        let journal = records(action, [TokenResult(recipient: recipient, status: .delivered)])
        #expect(try await replay(site).replay(journal) { _ in } == 1)
        let next = try #require(try await claim(site))
        #expect(next.id == action.id && next.wasAbandoned)
        #expect(next.earlier.map(\.status) == [.delivered])
        #expect(next.earlier.map(\.token) == ["dHN0"])
    }

    @Test func theStartOfALiveActivityThatAKilledDaemonKnewIsNotSentAgain() async throws {
        let site = try await TokenSite()
        try await site.execute(
            """
            INSERT INTO {actions} (type, user_id, message) VALUES ('liveactivity', 42,
                '{"title":"x","live_activity":{"event":"start","attributes_type":"A","attributes":{},"content_state":{}}}')
            """)
        let action = try #require(try await claim(site))
        let token = String(repeating: "e", count: 64)
        try await site.add(42, token, key: "mam_ios_live_activity_start_token")
        let recipient = Recipient(
            userID: 42, address: .apns(try #require(DeviceToken(hex: token))), kind: .liveActivityStart)
        let journal = records(action, [TokenResult(recipient: recipient, status: .delivered)])
        #expect(try await replay(site).replay(journal) { _ in } == 1)
    }

    @Test func aJournalIsReplayedTwiceWithoutHarmAndNeverOverAnotherHolder() async throws {
        let site = try await TokenSite()
        try await enqueue(site)
        let old = try #require(try await claim(site, lease: 0))
        let journal = records(old, [TokenResult(recipient: try device("a"), status: .delivered)])
        try await site.add(42, String(repeating: "a", count: 64))
        let replay = replay(site)
        #expect(try await replay.replay(journal) { _ in } == 1)
        #expect(try await replay.replay(journal) { _ in } == 1)
        let new = try #require(try await claim(site))
        #expect(try await replay.replay(journal) { _ in } == 0)
        #expect(try await queue(site).record([new.delivered()]).isEmpty)
        #expect(try await replay.replay(journal) { _ in } == 0)
    }
}
