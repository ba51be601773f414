import PushCore
import PushStore
import Testing

@Suite struct PauseTests {
    private let longLease: Int64 = 60_000

    private func claim(_ store: TestStore, _ pause: QueuePause, lane: Lane = .standard) async throws -> [UInt64] {
        try await store.queue().claim(lane: lane, limit: 100, lease: longLease, except: pause).map(\.id).sorted()
    }

    private func pause(_ text: String) -> QueuePause { QueuePause(setting: text) }

    @Test func aClaimLeavesAloneWhatRests() async throws {
        let store = try await TestStore()
        try await store.execute(
            "INSERT INTO wp_pushbridge_actions (app, user_id, message) VALUES ('a', 1, '{}'), ('b', 1, '{}'), ('c', 1, '{}')"
        )
        try await store.enqueue(1, type: "voip")
        #expect(try await claim(store, pause(#"{"all":true}"#)).isEmpty)
        #expect(try await claim(store, pause(#"{"lanes":["standard"]}"#)).isEmpty)
        #expect(try await claim(store, pause(#"{"lanes":["standard"]}"#), lane: .voip) == [4])
        #expect(try await claim(store, pause(#"{"apps":["a","x"],"actions":[3]}"#)) == [2])
        #expect(try await claim(store, QueuePause()) == [1, 3])
    }

    @Test func aRetryAndThePartsOfAnAudienceRestToo() async throws {
        let store = try await TestStore()
        try await store.enqueue(1)
        let action = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: longLease).first)
        _ = try await store.queue().record([action.outcome(.waiting(milliseconds: 0), reason: "X")])
        #expect(try await claim(store, pause(#"{"actions":[1]}"#)).isEmpty)
        #expect(try await claim(store, QueuePause()) == [1])
    }

    @Test func whatRestsCanBeTakenByItselfAndGivenBack() async throws {
        let store = try await TestStore()
        try await store.enqueue(2, type: "voip")
        let queue = store.queue()
        #expect(try await queue.claimPaused(lane: .voip, limit: 9, lease: longLease, QueuePause()).isEmpty)
        let taken = try await queue.claimPaused(
            lane: .voip, limit: 9, lease: longLease, pause(#"{"apps":["x"],"actions":[2]}"#))
        #expect(taken.map(\.id) == [2])
        try await queue.giveBack(taken)
        let row = "SELECT state, attempts, owner IS NULL FROM wp_pushbridge_actions WHERE id = 2"
        #expect(try await store.rows(row) == [["queued", "0", "1"]])
        #expect(
            try await queue.claimPaused(lane: .voip, limit: 9, lease: longLease, pause(#"{"all":true}"#)).count == 2)
    }

    @Test func aSettingThatCannotBeReadPausesEverything() {
        #expect(QueuePause(setting: nil).isEmpty && QueuePause(setting: "").isEmpty)
        for text in ["yes", "{\"app\":[\"a\"]}", "{\"apps\":[1]}", "{\"lanes\":[\"fax\"]}", "[]"] {
            #expect(QueuePause(setting: text).covers(.voip), "\(text)")
        }
    }

    @Test func pausesAddUpAreLiftedOneByOneAndForgetWhatIsOver() async throws {
        let store = try await TestStore()
        try await store.enqueue(2)
        let pauses = PauseAdministration(database: store.database, tables: store.tables)
        _ = try await pauses.pause(.app("news"))
        _ = try await pauses.pause(.lane(.voip))
        _ = try await pauses.pause(.action(1))
        #expect(try await pauses.current().text == "lane voip, app news, action 1")
        await #expect(throws: PauseRefusal.notFound(9)) { try await pauses.pause(.action(9)) }
        await #expect(throws: PauseRefusal.notPaused(.app("x"), paused: "lane voip, app news, action 1")) {
            try await pauses.resume(.app("x"))
        }
        try await store.execute("UPDATE wp_pushbridge_actions SET state = 'sent' WHERE id = 1")
        await #expect(throws: PauseRefusal.isFinal(1, state: "sent")) { try await pauses.pause(.action(1)) }
        #expect(try await pauses.resume(.lane(.voip)).text == "app news")
        #expect(try await pauses.resume(.everything).isEmpty)
    }

    @Test func twoAdminsAtOnceBothGetTheirWay() async throws {
        let store = try await TestStore()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let own = TestStore(sharing: store)
                    _ = try await PauseAdministration(database: own.database, tables: own.tables)
                        .pause(.app("a\(number)"))
                }
            }
            try await group.waitForAll()
        }
        let pause = try await PauseAdministration(database: store.database, tables: store.tables).current()
        #expect(pause.apps.count == 8)
    }
}
