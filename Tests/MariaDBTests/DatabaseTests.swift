import MariaDB
import ServiceRuntime
import TestSupport
import Testing

@Suite struct DatabaseTests {
    private func waitUntilItAnswers(_ database: Database) async throws {
        for _ in 0..<200 {
            if (try? await database.run({ try $0.ping() })) != nil { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        try await database.run { try $0.ping() }
    }

    @Test(arguments: [false, true]) func aKilledConnectionIsReplacedAndSetUpAnew(overTCP: Bool) async throws {
        let server = try TestMariaDB.shared()
        let database = Database(configuration: try server.makeDatabase(overTCP: overTCP), name: "test")
        let first = try await database.run { $0.id }
        try server.exec("KILL \(first)")
        let second = try await database.run { connection in
            _ = try connection.query("SELECT 1")
            #expect(try connection.query("SELECT @@tx_isolation").first?.string(0) == "READ-COMMITTED")
            return connection.id
        }
        #expect(second != first)
    }

    @Test(arguments: [false, true]) func aWriteOnAConnectionThatIdledAwayIsCarriedOutOnce(overTCP: Bool) async throws {
        let server = try TestMariaDB.shared()
        let database = Database(configuration: try server.makeDatabase(overTCP: overTCP), name: "test")
        try await database.run { _ = try $0.execute("CREATE TABLE t (id int)") }
        try await database.run { _ = try $0.execute("SET SESSION wait_timeout = 1") }
        try await Task.sleep(for: .milliseconds(2500))
        try await database.run { _ = try $0.execute("INSERT INTO t VALUES (?)", [1]) }
        #expect(try await database.run { try $0.query("SELECT COUNT(*) FROM t").first?.int(0) } == 1)
    }

    @Test func aDeadlockIsRepeatedUntilBothSucceed() async throws {
        let configuration = try TestMariaDB.shared().makeDatabase()
        try Connection(configuration).execute("CREATE TABLE t (id int PRIMARY KEY, v int)")
        try Connection(configuration).execute("INSERT INTO t VALUES (1, 0), (2, 0)")
        let runs = Locked(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for order in [[1, 2], [2, 1]] {
                group.addTask {
                    let database = Database(configuration: configuration, name: "test")
                    for _ in 0..<20 {
                        try await database.run { connection in
                            runs.withLock { $0 += 1 }
                            try connection.transaction {
                                for id in order {
                                    let update = "UPDATE t SET v = v + 1 WHERE id = ?"
                                    try connection.execute(update, [.integer(Int64(id))])
                                    _ = try connection.query("SELECT SLEEP(0.002)")
                                }
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Connection(configuration).query("SELECT v FROM t").map { try $0.int(0) } == [40, 40])
        #expect(runs.withLock { $0 } > 40, "no deadlock came about, so nothing was tested")
    }

    @Test func whatWasMadePermanentIsNotRepeated() async throws {
        let configuration = try TestMariaDB.shared().makeDatabase()
        let database = Database(configuration: configuration, name: "test")
        try await database.run { _ = try $0.execute("CREATE TABLE t (id int)") }
        await #expect(throws: MariaDBError.self) {
            try await database.run { connection in
                try connection.execute("INSERT INTO t VALUES (?)", [1])
                try Connection(configuration).execute("KILL \(connection.id)")
                try connection.execute("INSERT INTO t VALUES (?)", [2])
            }
        }
        #expect(try Connection(configuration).query("SELECT id FROM t").map { try $0.int(0) } == [1])
    }

    @Test func aServerThatStopsAndComesBackIsFoundAgain() async throws {
        let server = try TestMariaDB()
        let configuration = try server.makeDatabase()
        let database = Database(configuration: configuration, name: "test")
        try await database.run { _ = try $0.execute("CREATE TABLE t (id int)") }
        for isCrash in [false, true] {
            if isCrash { server.kill() } else { server.stop() }
            for _ in 0..<20 {
                let error = await #expect(throws: MariaDBError.self) { try await database.run { try $0.ping() } }
                #expect(error?.category == .cannotConnect)
            }
            try server.start()
            try await waitUntilItAnswers(database)
            try await database.run { _ = try $0.execute("INSERT INTO t VALUES (?)", [1]) }
        }
        #expect(try await database.run { try $0.query("SELECT * FROM t").count } == 2)
    }

    @Test func aCommitWithoutAnswerIsNotRepeatedAndSaysThatItsOutcomeIsUnknown() async throws {
        let server = try TestMariaDB()
        var configuration = try server.makeDatabase(overTCP: true)
        configuration.readTimeout = 1
        let database = Database(configuration: configuration, name: "test")
        try await database.run { _ = try $0.execute("CREATE TABLE t (id int)") }
        let runs = Locked(0)
        let error = await #expect(throws: MariaDBError.self) {
            try await database.run { connection in
                runs.withLock { $0 += 1 }
                try connection.transaction {
                    try connection.execute("INSERT INTO t VALUES (?)", [2])
                    server.pause()
                }
            }
        }
        server.resume()
        #expect(error?.isOutcomeUnknown == true)
        #expect(runs.withLock { $0 } == 1)
        try await waitUntilItAnswers(database)
        #expect(try await database.run { try $0.query("SELECT * FROM t WHERE id = 2").count } <= 1)
    }

    @Test func aReadOnlyServerIsNamed() async throws {
        let server = try TestMariaDB()
        let database = Database(configuration: try server.makeDatabase(), name: "test")
        try await database.run { _ = try $0.execute("CREATE TABLE t (id int)") }
        try server.exec("SET GLOBAL read_only = 1")
        let error = await #expect(throws: MariaDBError.self) {
            try await database.run { _ = try $0.execute("INSERT INTO t VALUES (?)", [1]) }
        }
        #expect(error?.category == .readOnly)
    }

    @Test func anActorOnTheSameThreadCallsWithoutASuspension() async throws {
        let database = Database(configuration: try TestMariaDB.shared().makeDatabase(), name: "test")
        let lane = Lane(database)
        #expect(try await lane.ask() == 42)
    }

    private actor Lane {
        private let database: Database
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe database.unownedExecutor }

        init(_ database: Database) { self.database = database }

        func ask() throws -> Int? {
            try database.assumeIsolated { try $0.perform { try $0.query("SELECT 42").first?.int(0) } }
        }
    }
}
