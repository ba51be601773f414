import MariaDB
import ServiceRuntime
import TestSupport
import Testing

@Suite struct ConnectionTests {
    let server: TestMariaDB
    let configuration: DatabaseConfiguration

    init() throws {
        server = try TestMariaDB.shared()
        configuration = try server.makeDatabase()
    }

    private func failure(_ body: () throws -> Void) throws -> MariaDBError {
        try #require(#expect(throws: MariaDBError.self) { try body() })
    }

    @Test func updatesThatChangeNothingStillCountTheRowsTheyFound() throws {
        let connection = try Connection(configuration)
        try connection.execute("CREATE TABLE t (id int PRIMARY KEY, v int)")
        try connection.execute("INSERT INTO t VALUES (1, 5), (2, 5)")
        #expect(try connection.execute("UPDATE t SET v = ? WHERE v = ?", [5, 5]).affectedRows == 2)
        #expect(try connection.execute("UPDATE t SET v = 5").affectedRows == 2)
        #expect(try connection.execute("DELETE FROM t WHERE id = ?", [9]).affectedRows == 0)
    }

    @Test func insertedIdsAreTold() throws {
        let connection = try Connection(configuration)
        try connection.execute("CREATE TABLE t (id bigint unsigned AUTO_INCREMENT PRIMARY KEY, v int)")
        #expect(try connection.execute("INSERT INTO t (v) VALUES (?)", [1]).lastInsertID == 1)
        #expect(try connection.execute("INSERT INTO t (id, v) VALUES (18446744073709551000, ?)", [1]).affectedRows == 1)
        #expect(try connection.execute("INSERT INTO t (v) VALUES (1)").lastInsertID == 18_446_744_073_709_551_001)
    }

    @Test func aThrownErrorRollsTheTransactionBack() throws {
        struct Stop: Error {}
        let connection = try Connection(configuration)
        try connection.execute("CREATE TABLE t (id int)")
        #expect(throws: Stop.self) {
            try connection.transaction {
                try connection.execute("INSERT INTO t VALUES (1)")
                throw Stop()
            }
        }
        try connection.transaction { _ = try connection.execute("INSERT INTO t VALUES (2)") }
        #expect(try connection.query("SELECT id FROM t").map { try $0.int(0) } == [2])
    }

    @Test func tooLargeAStatementIsRefusedAndTheConnectionLives() throws {
        let connection = try Connection(configuration)
        try connection.execute("CREATE TABLE t (v longblob)")
        let error = try failure {
            _ = try connection.execute("INSERT INTO t VALUES (?)", [.bytes(Array(repeating: 65, count: 17 << 20))])
        }
        #expect(error.category == .tooLarge)
        #expect("\(error)".contains("max_allowed_packet"))
        try connection.execute("INSERT INTO t VALUES (?)", [.bytes(Array(repeating: 65, count: 15 << 20))])
        #expect(try connection.query("SELECT LENGTH(v) FROM t").first?.int(0) == 15 << 20)
    }

    @Test(arguments: [false, true]) func everySessionIsSetUpAlike(overTCP: Bool) throws {
        let connection = try Connection(server.makeDatabase(overTCP: overTCP))
        let row = try #require(
            try connection.query(
                """
                SELECT @@sql_mode, @@time_zone, @@tx_isolation, @@character_set_client, @@character_set_results, \
                @@autocommit, @@innodb_lock_wait_timeout
                """
            ).first)
        #expect(try row.string(0) == "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION")
        #expect(try row.string(1) == "+00:00")
        #expect(try row.string(2) == "READ-COMMITTED")
        #expect(try row.string(3) == "utf8mb4")
        #expect(try row.string(4) == "utf8mb4")
        #expect(try row.int(5) == 1)
        #expect(try row.int(6) == 3)
        #expect(connection.serverVersion.contains("MariaDB"))
        #expect(connection.maxAllowedPacket == 16 << 20)
    }

    @Test func aWrongPasswordSaysSo() throws {
        var wrong = configuration
        wrong.password = Secret("guess")
        let error = try failure { _ = try Connection(wrong) }
        #expect(error.category == .accessDenied)
        #expect("\(error)".contains("[database] user and password"))
        #expect(!"\(error)".contains("guess"))
    }

    @Test func anUnknownDatabaseSaysSo() throws {
        var wrong = configuration
        wrong.database = "nowhere"
        let error = try failure { _ = try Connection(wrong) }
        #expect(error.category == .unknownDatabase)
        #expect("\(error)".contains("nowhere"))
    }

    @Test func aMissingTableSaysWhatToRun() throws {
        let connection = try Connection(configuration)
        let error = try failure { _ = try connection.query("SELECT 1 FROM wp_pushbridge_actions") }
        #expect(error.category == .missingTable)
        #expect("\(error)".contains("wp_pushbridge_actions") && "\(error)".contains("push-bridge migrate"))
        #expect(try connection.query("SELECT 1").count == 1)
    }

    @Test func aMissingGrantNamesTheRight() throws {
        try Connection(configuration).execute("CREATE TABLE t (id int)")
        try server.exec("CREATE USER '\(configuration.database)ro'@'localhost' IDENTIFIED BY 'x'")
        try server.exec("GRANT SELECT ON \(configuration.database).* TO '\(configuration.database)ro'@'localhost'")
        var reader = configuration
        reader.user = configuration.database + "ro"
        reader.password = Secret("x")
        let connection = try Connection(reader)
        let error = try failure { _ = try connection.execute("INSERT INTO t VALUES (?)", [1]) }
        #expect(error.category == .schemaOrGrant)
        #expect("\(error)".contains("INSERT command denied"))
    }

    @Test func nobodyListeningSaysWhere() throws {
        var absent = configuration
        absent.socket = "/tmp/nobody-listens-here.sock"
        let error = try failure { _ = try Connection(absent) }
        #expect(error.category == .cannotConnect)
        #expect("\(error)".contains("/tmp/nobody-listens-here.sock"))
        absent.socket = nil
        absent.port = 1
        #expect(try failure { _ = try Connection(absent) }.category == .cannotConnect)
    }

    @Test func errorsNeverRepeatTheValues() throws {
        let connection = try Connection(configuration)
        try connection.execute("CREATE TABLE t (token varchar(20) CHARACTER SET ascii PRIMARY KEY, n int)")
        let insert = "INSERT INTO t VALUES (?, ?)"
        try connection.execute(insert, ["secret' for token", 1])
        let duplicate = try failure { _ = try connection.execute(insert, ["secret' for token", 1]) }
        #expect(duplicate.category == .duplicateKey)
        #expect(duplicate.message == "Duplicate entry '…' for key 'PRIMARY'")
        let number = try failure { _ = try connection.execute(insert, ["a", "secret"]) }
        #expect(number.category == .badData)
        let text = try failure { _ = try connection.execute(insert, ["secré", 1]) }
        #expect(text.category == .badData)
        for error in [duplicate, number, text] { #expect(!"\(error)".contains("secr")) }
        let long = try failure { _ = try connection.execute(insert, [.text(String(repeating: "s", count: 21)), 1]) }
        #expect(long.category == .badData && long.message.contains("'token'"))
    }

    @Test func aStreamThatIsBrokenOffLeavesTheConnectionUsable() throws {
        struct Enough: Error {}
        let connection = try Connection(configuration)
        var seen = 0
        #expect(throws: Enough.self) {
            try connection.forEachRow("SELECT seq FROM seq_1_to_100000") { _ in
                seen += 1
                if seen == 10 { throw Enough() }
            }
        }
        #expect(seen == 10)
        #expect(try connection.query("SELECT 5").first?.int(0) == 5)
    }
}
