import MariaDB
import PushStore
import Testing

@Suite struct UsermetaIntakeTests {
    private static let actions = """
        SELECT type, app, user_id, message, dedupe_key, send_at, state, reason FROM {actions} ORDER BY id
        """

    private func ask(_ site: TokenSite, _ value: String?, user: UInt64 = 7) async throws {
        try await site.add(user, value, key: "pushbridge_action")
    }

    private func left(_ site: TokenSite) async throws -> [[String?]] {
        try await site.rows("SELECT meta_key, meta_value FROM {usermeta}")
    }

    @Test func aRowBecomesAnActionForItsOwnerAndGoes() async throws {
        let site = try await TokenSite()
        try await ask(
            site, #"{"title":"Hi \"x\" ü","data":{"n":1.50,"e":[]},"type":"voip","app":"news","dedupe_key":17}"#)
        try await ask(site, "a:3:{s:5:\"title\";s:6:\"Grüß\";s:7:\"send_at\";i:1800000000;s:5:\"badge\";i:3;}", user: 8)
        try await site.add(7, "kept", key: "nickname")
        #expect(try await site.intake.takeDue().enqueued == 2)
        #expect(
            try await site.rows(Self.actions) == [
                [
                    "voip", "news", "7", #"{"title":"Hi \"x\" ü","data":{"n":1.50,"e":[]}}"#, "17", nil, "queued", nil,
                ],
                [
                    "standard", "default", "8", #"{"title":"Grüß","badge":3}"#, nil, "2027-01-15 08:00:00.000",
                    "queued", nil,
                ],
            ])
        #expect(try await left(site) == [["nickname", "kept"]])
        #expect(try await site.intake.takeDue().count == 0)
    }

    @Test(arguments: [
        ("1800000000", "2027-01-15 08:00:00.000"), ("\"1800000000\"", "2027-01-15 08:00:00.000"),
        ("0", "1970-01-01 00:00:00.000"),
        ("\"2030-06-01 10:00:00\"", "2030-06-01 10:00:00.000"),
        ("\"2030-06-01T10:00:00.25+09:00\"", "2030-06-01 01:00:00.250"),
        ("\"9999-12-31 23:59:59\"", "9999-12-31 23:59:59.000"), ("null", nil),
    ])
    func timesAreReadAsTheyAreWritten(given: String, column: String?) async throws {
        let site = try await TokenSite()
        try await ask(site, #"{"title":"x","send_at":\#(given)}"#)
        #expect(try await site.intake.takeDue().enqueued == 1)
        #expect(try await site.rows("SELECT send_at, state FROM {actions}") == [[column, "queued"]])
    }

    @Test(arguments: [
        (#"{"title":"x","user_id":1}"#, "InvalidMessage: user_id"),
        (#"{"title":"x","user_ids":[]}"#, "InvalidMessage: user_ids"),
        (#"{"title":"x","audience":{"all":true}}"#, "InvalidMessage: audience"),
        ("a:2:{s:7:\"user_id\";i:9;s:5:\"title\";s:1:\"x\";}", "InvalidMessage: user_id"),
        (#"{"title":"x","send_at":"tomorrow"}"#, "InvalidMessage: send_at"),
        (#"{"title":"x","send_at":"2030-02-30 10:00:00"}"#, "InvalidMessage: send_at"),
        (#"{"title":"x","send_at":-1}"#, "InvalidMessage: send_at"),
        (#"{"title":"x","send_at":99999999999999}"#, "InvalidMessage: send_at"),
        (#"{"title":"x","send_at":[1],"dedupe_key":"k"}"#, "InvalidMessage: send_at"),
        (#"{"title":"x","send_at":true}"#, "InvalidMessage: send_at"),
        (#"{"title":"x","app":"two words"}"#, "InvalidMessage: app"),
        (#"{"title":"x","app":{}}"#, "InvalidMessage: app"),
        (#"{"title":"x","type":["voip"]}"#, "UnknownType"),
        (#"{"title":"x","type":"a type whose name is far too long for its column"}"#, "UnknownType"),
        (#"{"title":"x","dedupe_key":false}"#, "InvalidMessage: dedupe_key"),
        (#"{"title":"x","dedupe_key":"\#(String(repeating: "é", count: 96))"}"#, "InvalidMessage: dedupe_key"),
    ])
    func whatIsWrongFailsWithItsReasonAndKeepsWhatWasStored(stored: String, reason: String) async throws {
        let site = try await TokenSite()
        try await ask(site, stored)
        #expect(try await site.intake.takeDue().failed == 1)
        #expect(
            try await site.rows("SELECT user_id, message, state, reason, dedupe_key FROM {actions}")
                == [["7", stored, "failed", reason, nil]])
        #expect(try await left(site).isEmpty)
    }

    @Test(arguments: [
        "hello", "{\"title\":", "a:1:{i:0;s:9:\"x\";}", "O:8:\"stdClass\":1:{s:5:\"title\";s:1:\"x\";}", "",
        "\u{1}\u{0}\u{7F}",
        "a:1:{s:1:\"x\";R:1;}", String(repeating: "[", count: 5000), "s:4:\"abcd\";", "{\"a\":\"b\"}{",
        #"{"title":"\ud800"}"#, "' OR 1=1; --",
    ])
    func whatCannotBeReadFailsWithTheRawBytes(stored: String) async throws {
        let site = try await TokenSite()
        try await ask(site, stored)
        try await ask(site, #"{"title":"the next one"}"#)
        let result = try await site.intake.takeDue()
        #expect(result.failed == 1 && result.enqueued == 1)
        let rows = try await site.rows("SELECT message, state, reason IS NULL FROM {actions} ORDER BY id")
        #expect(rows == [[stored, "failed", "0"], [#"{"title":"the next one"}"#, "queued", "1"]])
        #expect(try await left(site).isEmpty)
    }

    @Test func nullAndAListAreTakenToo() async throws {
        let site = try await TokenSite()
        for value in [nil, "[]", "a:0:{}", #"["x"]"#] { try await ask(site, value) }
        #expect(try await site.intake.takeDue().count == 4)
        #expect(
            try await site.rows("SELECT message FROM {actions} ORDER BY id") == [[""], ["[]"], ["a:0:{}"], [#"["x"]"#]])
        #expect(try await left(site).isEmpty)
    }

    @Test func aValueOfManyMebibytesFailsWithAllItsBytesAndHurtsNobodyElse() async throws {
        let site = try await TokenSite()
        try await site.execute(
            "INSERT INTO {usermeta} (user_id, meta_key, meta_value) VALUES (7, 'pushbridge_action', REPEAT('ü', 2000000))"
        )
        try await ask(site, #"{"title":"x"}"#)
        let result = try await site.intake.takeDue()
        #expect(result.failed == 1 && result.enqueued == 1)
        #expect(
            try await site.rows(
                "SELECT LENGTH(message), HEX(LEFT(message, 4)), state, reason FROM {actions} WHERE id = 1")
                == [["4000000", "C3BCC3BC", "failed", "InvalidMessage: 4000000 bytes, 131072 allowed"]])
        #expect(try await left(site).isEmpty)
    }

    @Test func aKnownKeyDeletesTheRowAndCountsADuplicate() async throws {
        let site = try await TokenSite()
        for key in ["k", "k", "K", "k ", "", "", "k"] { try await ask(site, #"{"title":"x","dedupe_key":"\#(key)"}"#) }
        try await ask(site, #"{"title":"x","dedupe_key":"k","app":"news"}"#)
        let result = try await site.intake.takeDue()
        #expect(result.enqueued == 6 && result.duplicates == 2 && result.failed == 0)
        #expect(try await left(site).isEmpty)
    }

    @Test func aKeyThatOnlyTheCollationTakesForTheSameIsLeftAlone() async throws {
        let site = try await TokenSite()
        for _ in 1...70 { try await site.add(1, #"{"title":"x"}"#, key: "PushBridge_Action") }
        try await ask(site, #"{"title":"x"}"#)
        #expect(try await site.intake.takeDue().count == 1)
        #expect(try await site.rows("SELECT COUNT(*) FROM {usermeta}") == [["70"]])
    }

    @Test func aRowThatSomebodyHoldsWaitsWithoutHoldingUpTheOthers() async throws {
        let site = try await TokenSite()
        try await ask(site, #"{"title":"held"}"#)
        try await ask(site, #"{"title":"free"}"#)
        let writer = try Connection(site.configuration)
        try writer.execute("START TRANSACTION")
        try writer.execute("UPDATE wp_usermeta SET meta_value = ? WHERE umeta_id = 1", [#"{"title":"changed"}"#])
        #expect(try await site.intake.takeDue().enqueued == 1)
        try writer.execute("COMMIT")
        #expect(try await site.intake.takeDue().enqueued == 1)
        #expect(
            try await site.rows("SELECT message FROM {actions} ORDER BY id")
                == [[#"{"title":"free"}"#], [#"{"title":"changed"}"#]])
    }

    @Test func manyRowsAreTakenExactlyOnceByTwoDaemonsAtOnce() async throws {
        let site = try await TokenSite()
        for number in 0..<200 { try await ask(site, #"{"title":"\#(number)"}"#) }
        let second = TokenSite(secondDaemonOf: site)
        async let one = takeAll(site)
        async let two = takeAll(second)
        let taken = try await [one, two]
        #expect(taken.reduce(0, +) == 200)
        #expect(
            try await site.rows("SELECT COUNT(*), COUNT(DISTINCT message) FROM {actions}") == [["200", "200"]])
        #expect(try await left(site).isEmpty)
    }

    private func takeAll(_ site: TokenSite) async throws -> Int {
        var count = 0
        var emptyLooks = 0
        while emptyLooks < 5 {
            let taken = try await site.intake.takeDue().count
            count += taken
            emptyLooks = taken == 0 ? emptyLooks + 1 : 0
        }
        return count
    }

    @Test func theLookUsesTheIndex() async throws {
        let site = try await TokenSite()
        for part in 0..<10 {
            let rows = (0..<300).map { "(\(part * 300 + $0), 'first_name', 'x')" }.joined(separator: ",")
            try await site.execute("INSERT INTO {usermeta} (user_id, meta_key, meta_value) VALUES \(rows)")
        }
        try await site.execute("ANALYZE TABLE {usermeta}")
        let clock = ContinuousClock()
        _ = try await site.intake.takeDue()
        func rowsRead() async throws -> Int {
            let rows = try await site.rows(
                "SELECT SUM(VARIABLE_VALUE) FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME IN "
                    + "('HANDLER_READ_RND_NEXT', 'HANDLER_READ_NEXT', 'HANDLER_READ_KEY', 'HANDLER_READ_FIRST')")
            return Int(rows[0][0]?.split(separator: ".").first ?? "") ?? 0
        }
        let idle = try await -rowsRead() + rowsRead()
        let before = try await rowsRead()
        let start = clock.now
        _ = try await site.intake.takeDue()
        print("a look that finds nothing: \(clock.now - start)")
        #expect(try await rowsRead() - before - idle < 10)
    }
}
