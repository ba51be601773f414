import MariaDB
import PushCore
import PushStore
import Testing

@Suite struct AudienceTests {
    /// A site with 30 users: 1…20 subscribers, 21…30 editors; everybody has a device, user 5 two; 1…10 live in Berlin;
    /// 1…3 are members of site 2.
    private func site() async throws -> TestStore {
        let store = try await TestStore()
        try await store.execute(
            """
            CREATE TABLE wp_usermeta (umeta_id bigint unsigned AUTO_INCREMENT PRIMARY KEY, user_id bigint unsigned,
            meta_key varchar(255), meta_value longtext, KEY user_id (user_id), KEY meta_key (meta_key(191)))
            COLLATE utf8mb4_unicode_520_ci
            """)
        for user in 1...30 {
            let role = user <= 20 ? "subscriber" : "editor"
            try await store.meta(user, "wp_capabilities", "a:1:{s:\(role.utf8.count):\"\(role)\";b:1;}")
            if user <= 10 { try await store.meta(user, "city", "Berlin") }
            if user <= 3 { try await store.meta(user, "wp_2_capabilities", "a:1:{s:6:\"editor\";b:1;}") }
            try await store.meta(user, "mam_ios_device_token", Self.token(user))
        }
        try await store.meta(5, "mam_ios_device_token", Self.token(105))
        // The same device again, far behind: it must not have the message twice.
        try await store.meta(30, "mam_ios_device_token", Self.token(1))
        return store
    }

    private static func token(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 62 - digits.utf8.count) + digits + "aa"
    }

    private func repository(_ store: TestStore) -> MySQLPushTokenRepository {
        MySQLPushTokenRepository(database: store.database, tables: store.tables, settings: { TokenSettings() })
    }

    /// Walks to the end as the daemon does: claims, sends a part, records it.
    private func walk(_ store: TestStore, _ audience: String, part: Int = 7) async throws -> [String] {
        try await store.execute(
            "INSERT INTO wp_pushbridge_actions (audience, message) VALUES (?, '{\"body\":\"x\"}')", [.text(audience)])
        var sent: [String] = []
        for _ in 0..<100 {
            guard let action = try await store.queue().claim(lane: .standard, limit: 1, lease: 60_000).first else {
                return sent
            }
            let step = try await repository(store).step(
                through: try Audience(try #require(action.audience)), behind: action.walk, action: action.id,
                app: "default", kind: .standard, limit: part)
            sent += step.recipients.map(\.column)
            var outcome = action.outcome(
                .waiting(milliseconds: 0),
                deliveries: step.recipients.map { TokenResult(recipient: $0, status: .delivered) },
                delivered: step.recipients.count)
            outcome.walk = step.walk
            #expect(try await store.queue().record([outcome]).isEmpty)
        }
        Issue.record("the walk has no end")
        return sent
    }

    @Test(arguments: [
        (#"{"all":true}"#, 31), (#"{"role":"subscriber"}"#, 21), (#"{"role":"editor"}"#, 11),
        (#"{"role":"edit%"}"#, 0), (#"{"role":"editor","site":2}"#, 3),
        (#"{"meta":{"key":"city","value":"Berlin"}}"#, 11),
        (#"{"meta":{"key":"city","value":"berlin"}}"#, 0), (#"{"users":[1,"2",2,99]}"#, 2), (#"{"all":1,"site":2}"#, 3),
        (#"{"users":[1,20],"site":2}"#, 1), (#"{"meta":{"key":"city","value":"Berlin"},"site":2}"#, 3),
    ])
    func everyDeviceOfAnAudienceIsReachedOnce(audience: String, devices: Int) async throws {
        let store = try await site()
        let sent = try await walk(store, audience)
        #expect(sent.count == devices && Set(sent).count == devices)
        let state = devices == 0 ? ["failed", "NoDeviceToken", "0"] : ["sent", nil, "\(devices)"]
        #expect(try await store.rows("SELECT state, reason, delivered FROM wp_pushbridge_actions") == [state])
    }

    @Test func listedTokensOfASiteAreThoseThatItsMembersHave() async throws {
        let store = try await site()
        let listed = [1, 20, 900].map { "\"\(Self.token($0).uppercased())\"" }.joined(separator: ",")
        #expect(try await walk(store, "{\"tokens\":[\(listed)],\"site\":2}") == [Self.token(1)])
        #expect(try await store.rows("SELECT state, delivered FROM wp_pushbridge_actions") == [["sent", "1"]])
    }

    @Test(arguments: [#"{"all":true}"#, #"{"users":[1,2]}"#])
    func whatIsKnownOfTokensIsKnownInAnAudience(audience: String) async throws {
        let store = try await site()
        try await store.execute(
            "INSERT INTO wp_pushbridge_token_environments (token, environment) VALUES ('\(Self.token(1))', 'sandbox')")
        try await store.execute(
            """
            INSERT INTO wp_pushbridge_prunes (user_id, app, umeta_id, meta_key, token, reason, state)
            VALUES (2, 'default', 999, 'mam_ios_device_token', '\(Self.token(2))', 'Unregistered', 'removed')
            """)
        let step = try await repository(store).step(
            through: Audience(Array(audience.utf8)), behind: AudienceWalk(), action: 1, app: "default", kind: .standard,
            limit: 100)
        let found = Dictionary(step.recipients.map { ($0.column, $0) }) { first, _ in first }
        #expect(found[Self.token(1)]?.learnedEnvironment == .sandbox)
        #expect(found[Self.token(2)]?.isPruned == true)
        #expect(step.recipients.count { $0.isPruned } == 1)
    }

    @Test func listedTokensNeedNoUser() async throws {
        let store = try await site()
        let old = "<\(Self.token(901).prefix(8)) \(Self.token(901).dropFirst(8).uppercased())>"
        let sent = try await walk(store, "{\"tokens\":[\"\(Self.token(900))\",\"no token\",\"\(old)\"]}")
        #expect(sent.count == 3 && sent.contains(Self.token(900)) && sent.contains(Self.token(901)))
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"users":[]}"#, #"{"users":["x"]}"#, #"{"all":false}"#, #"{"all":true,"role":"x"}"#,
        #"{"somebody":1}"#, #"{"meta":{"key":"a"}}"#, #"{"all":true,"site":0}"#, #"{"users":[-1]}"#,
    ])
    func whatIsNoAudienceIsNamed(text: String) {
        let fault = #expect(throws: MessageFault.self) { try Audience(Array(text.utf8)) }
        #expect(fault?.reason.hasPrefix("InvalidAudience: ") == true)
    }

    @Test func aPartThatWasNotRecordedIsServedAgainByTheNextHolder() async throws {
        let store = try await site()
        try await store.execute(
            "INSERT INTO wp_pushbridge_actions (audience, message) VALUES ('{\"all\":true}', '{\"body\":\"x\"}')")
        let lost = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 0).first)
        let again = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 60_000).first)
        #expect(lost.walk == again.walk && again.wasAbandoned)
    }

    @Test(arguments: [(true, "cancelled", "TooManyRequests"), (false, "partial", "Expired")])
    func anAudienceThatEndsEarlyWaitsForNoRetryAndCountsThem(
        isCancelled: Bool, state: String, reason: String
    ) async throws {
        let store = try await site()
        try await store.execute(
            "INSERT INTO wp_pushbridge_actions (audience, message) VALUES ('{\"users\":[1,2,3]}', '{\"body\":\"x\"}')")
        let action = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 60_000).first)
        let step = try await repository(store).step(
            through: try Audience(try #require(action.audience)), behind: action.walk, action: action.id,
            app: "default", kind: .standard, limit: 2)
        var part = action.outcome(
            .waiting(milliseconds: 0),
            deliveries: [
                TokenResult(recipient: step.recipients[0], status: .delivered),
                TokenResult(recipient: step.recipients[1], status: .retry, reason: "TooManyRequests"),
            ], delivered: 1, nextAttemptIn: 3_600_000)
        part.walk = step.walk
        #expect(try await store.queue().record([part]).isEmpty)
        let next = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 60_000).first)
        if isCancelled { try await store.execute("UPDATE wp_pushbridge_actions SET state = 'cancelled'") }
        var end = next.outcome(
            isCancelled ? .waiting(milliseconds: 0) : .expired, reason: isCancelled ? nil : "Expired")
        end.walk = next.walk
        #expect(try await store.queue().record([end]).isEmpty)
        #expect(
            try await store.rows(
                "SELECT status, next_attempt_at FROM wp_pushbridge_deliveries WHERE status <> 'delivered'")
                == [["exhausted", nil]])
        #expect(
            try await store.rows("SELECT state, reason, delivered, failed FROM wp_pushbridge_actions")
                == [[state, reason, "1", "1"]])
        #expect(try await store.queue().claim(lane: .standard, limit: 1, lease: 60_000).isEmpty)
    }

    @Test func theLastRetryEndsTheActionWithTheCountsOfAllItsParts() async throws {
        let store = try await site()
        try await store.execute(
            "INSERT INTO wp_pushbridge_actions (audience, message) VALUES ('{\"users\":[1,2]}', '{\"body\":\"x\"}')")
        let action = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 60_000).first)
        let step = try await repository(store).step(
            through: try Audience(try #require(action.audience)), behind: action.walk, action: action.id,
            app: "default", kind: .standard, limit: 10)
        var outcome = action.outcome(
            .waiting(milliseconds: 0),
            deliveries: [
                TokenResult(recipient: step.recipients[0], status: .delivered),
                TokenResult(recipient: step.recipients[1], status: .retry, reason: "TooManyRequests"),
            ], delivered: 1, nextAttemptIn: 0)
        outcome.walk = step.walk
        #expect(try await store.queue().record([outcome]).isEmpty)
        #expect(try await store.rows("SELECT state FROM wp_pushbridge_actions") == [["sending"]])
        let retry = try #require(try await store.queue().claim(lane: .standard, limit: 1, lease: 60_000).first)
        #expect(retry.earlier.map(\.token) == [step.recipients[1].column] && retry.earlier.map(\.userID) == [2])
        var last = retry.outcome(
            .waiting(milliseconds: 0),
            deliveries: [TokenResult(recipient: step.recipients[1], status: .unregistered, reason: "Unregistered")])
        last.walk = retry.walk
        #expect(try await store.queue().record([last]).isEmpty)
        #expect(
            try await store.rows("SELECT state, reason, delivered, failed, pruned FROM wp_pushbridge_actions")
                == [["partial", "Unregistered", "1", "1", "1"]])
    }
}

extension TestStore {
    fileprivate func meta(_ user: Int, _ key: String, _ value: String) async throws {
        try await execute(
            "INSERT INTO wp_usermeta (user_id, meta_key, meta_value) VALUES (?, ?, ?)",
            [.integer(Int64(user)), .text(key), .text(value)])
    }
}
