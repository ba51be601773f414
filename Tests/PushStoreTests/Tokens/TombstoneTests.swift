import MariaDB
import PushCore
import PushStore
import Testing

@Suite struct TombstoneTests {
    private let a = token("a")

    /// A site where the token was pruned from row 1 just now, and that row holds it again, as a stale cache leaves it.
    private func siteWithAPrunedToken(record: String? = nil) async throws -> TokenSite {
        let site = try await TokenSite()
        let value = record ?? #"{"token":"\#(a)","registered_at":1700000000}"#
        try await site.add(1, value)
        let recipient = try #require(try await site.recipients(1).first)
        let verdict = PruneVerdict(
            actionID: 1, app: "default", recipient: recipient,
            death: TokenDeath(reason: "Unregistered", timestamp: nil),
            environment: .production)
        try await site.pruner.prune([verdict], mode: .direct)
        try await writeBack(site, value)
        return site
    }

    private func writeBack(_ site: TokenSite, _ value: String, row: UInt64 = 1) async throws {
        try await site.execute(
            "REPLACE INTO {usermeta} VALUES (?, 1, 'mam_ios_device_token', ?)", [.unsigned(row), .text(value)])
    }

    private func isPruned(_ site: TokenSite) async throws -> Bool? {
        let recipients = try await site.recipients(1)
        #expect(recipients.count == 1)
        return recipients.first?.isPruned
    }

    @Test func aTokenThatAStaleCacheWritesBackIsNotSentTo() async throws {
        let site = try await siteWithAPrunedToken()
        #expect(try await isPruned(site) == true)
        #expect(try await site.recipients(1).first?.refusal?.reason == "PrunedToken")
    }

    @Test func anotherAppsTokenIsNotConcerned() async throws {
        let site = try await siteWithAPrunedToken()
        #expect(try await site.recipients(1, app: "news").map(\.isPruned) == [false])
    }

    @Test func aLaterRegistrationInTheRecordBringsItBack() async throws {
        let site = try await siteWithAPrunedToken()
        try await writeBack(site, #"{"token":"\#(a)","registered_at":"2099-01-01T00:00:00Z"}"#)
        #expect(try await isPruned(site) == false)
    }

    @Test func aLaterRowBringsItBackAndTheOldOneDoesNotHoldItDown() async throws {
        let site = try await siteWithAPrunedToken(record: a)
        try await writeBack(site, a, row: 900)
        #expect(try await isPruned(site) == false)
    }

    @Test func whatBringsItBackForItsUserBringsItBackForAListOfTokens() async throws {
        let audience = try Audience(Array(#"{"tokens":["\#(a)"]}"#.utf8))
        func isPruned(_ site: TokenSite) async throws -> [Bool] {
            let step = try await site.repository.step(
                through: audience, behind: AudienceWalk(), action: 9, app: "default", kind: .standard, limit: 10)
            return step.recipients.map(\.isPruned)
        }
        let site = try await siteWithAPrunedToken(record: a)
        #expect(try await isPruned(site) == [true])
        try await writeBack(site, a, row: 900)
        #expect(try await isPruned(site) == [false])
        let other = try await siteWithAPrunedToken()
        #expect(try await isPruned(other) == [true])
        try await writeBack(other, #"{"token":"\#(a)","registered_at":"2099-01-01T00:00:00Z"}"#)
        #expect(try await isPruned(other) == [false])
    }

    @Test func theRegistrationThatThePluginNotesBringsItBack() async throws {
        let site = try await siteWithAPrunedToken()
        try await site.execute("UPDATE {prunes} SET state = 'undone', undone_by = 'registration'")
        #expect(try await isPruned(site) == false)
    }

    @Test func anUndoBringsItBack() async throws {
        let site = try await siteWithAPrunedToken()
        #expect(try await site.pruner.undo(1, by: "cli").isSuccess)
        #expect(try await isPruned(site) == false)
    }

    @Test func afterItsHoursItIsTriedOnceAndThenPrunedAgain() async throws {
        var site = try await siteWithAPrunedToken()
        site.settings.tombstoneHours = 5
        try await site.execute("UPDATE {prunes} SET created_at = UTC_TIMESTAMP(3) - INTERVAL 4 HOUR")
        #expect(try await isPruned(site) == true)
        try await site.execute("UPDATE {prunes} SET created_at = UTC_TIMESTAMP(3) - INTERVAL 6 HOUR")
        #expect(try await isPruned(site) == false)
        for mode in [PruningMode.plugin, .direct] {
            let recipient = try #require(try await site.recipients(1).first)
            let verdict = PruneVerdict(
                actionID: 2, app: "default", recipient: recipient,
                death: TokenDeath(reason: "Unregistered", timestamp: nil), environment: .production)
            try await site.pruner.prune([verdict], mode: mode)
        }
        try await writeBack(site, a)
        #expect(try await isPruned(site) == true)
        #expect(
            try await site.rows("SELECT state FROM {prunes} ORDER BY id") == [["removed"], ["verdict"], ["removed"]])
    }
}
