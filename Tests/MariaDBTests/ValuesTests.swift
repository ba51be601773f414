import MariaDB
import TestSupport
import Testing

@Suite struct ValuesTests {
    let connection: Connection

    init() throws { connection = try Connection(TestMariaDB.shared().makeDatabase()) }

    private func echo(_ value: SQLValue, column: String) throws -> SQLValue {
        try connection.execute("CREATE OR REPLACE TABLE echo (v \(column)) CHARACTER SET utf8mb4")
        try connection.execute("INSERT INTO echo VALUES (?)", [value])
        return try #require(try connection.query("SELECT v FROM echo").first).values[0]
    }

    @Test func numbersComeBackAsTheyWere() throws {
        #expect(try echo(.integer(.min), column: "bigint") == .integer(.min))
        #expect(try echo(.integer(.max), column: "bigint") == .integer(.max))
        #expect(try echo(.unsigned(.max), column: "bigint unsigned") == .unsigned(.max))
        #expect(try echo(-128, column: "tinyint") == -128)
        #expect(try echo(255, column: "tinyint unsigned") == .unsigned(255))
        #expect(try echo(-70000, column: "mediumint") == -70000)
        #expect(try echo(.double(0.1), column: "double") == .double(0.1))
        #expect(try echo(.double(-1.5), column: "float") == .double(-1.5))
        #expect(
            try echo("12345678901234567890.50", column: "decimal(30,2)")
                == .bytes(Array("12345678901234567890.50".utf8)))
    }

    @Test func textAndBytesComeBackByteForByte() throws {
        let all = (0...255).map { UInt8($0) }
        #expect(try echo(.bytes(all), column: "blob") == .bytes(all))
        #expect(try echo(.bytes([0]), column: "varbinary(9)") == .bytes([0]))
        #expect(try echo(.bytes([]), column: "blob") == .bytes([]))
        #expect(try echo("", column: "varchar(9)") == .bytes([]))
        #expect(
            try echo("Grüße 👩‍👩‍👧 \u{0}\\'\"%_`;--", column: "varchar(90)")
                == .bytes(Array("Grüße 👩‍👩‍👧 \u{0}\\'\"%_`;--".utf8)))
        for count in [255, 256, 257, 70_000, 1 << 20] {
            let long = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            #expect(try echo(.bytes(long), column: "longblob") == .bytes(long))
        }
    }

    @Test func nullIsNeitherZeroNorEmpty() throws {
        #expect(try echo(.null, column: "bigint") == .null)
        #expect(try echo(.null, column: "longtext") == .null)
        let row = try #require(try connection.query("SELECT NULL, '', 0").first)
        #expect(row.isNull(0) && !row.isNull(1) && !row.isNull(2))
        #expect(try row.optionalString(0) == nil)
        #expect(throws: MariaDBError.self) { try row.string(0) }
        #expect(throws: MariaDBError.self) { try row.uint64(0) }
    }

    @Test func nullAndValuesAlternateInOneStatement() throws {
        try connection.execute("CREATE TABLE pairs (id int, v varchar(20))")
        let values: [SQLValue] = ["one", .null, "", .null, 5]
        for (index, value) in values.enumerated() {
            try connection.execute("INSERT INTO pairs VALUES (?, ?)", [.integer(Int64(index)), value])
        }
        let read = try connection.query("SELECT v FROM pairs ORDER BY id").map { try $0.optionalString(0) }
        #expect(read == ["one", nil, "", nil, "5"])
    }

    @Test func zeroAndFractionalDatesAreReadable() throws {
        try connection.execute("SET SESSION sql_mode = ''")
        #expect(try echo("0000-00-00 00:00:00", column: "datetime") == .bytes(Array("0000-00-00 00:00:00".utf8)))
        #expect(try echo("0000-00-00", column: "date") == .bytes(Array("0000-00-00".utf8)))
        #expect(try echo("2026-02-30 99:00", column: "datetime(3)") == .bytes(Array("0000-00-00 00:00:00.000".utf8)))
        #expect(
            try echo("2026-07-01 12:34:56.789", column: "datetime(3)")
                == .bytes(Array("2026-07-01 12:34:56.789".utf8)))
    }

    @Test func numbersAreReadFromAnyKindOfColumnAndRefusedOutOfRange() throws {
        let row = try #require(
            try connection.query("SELECT SUM(v), COUNT(*), 'x', '42', -1, 18446744073709551615 FROM (SELECT 7 v) t")
                .first)
        #expect(try row.int64(0) == 7)
        #expect(try row.int(1) == 1)
        #expect(throws: MariaDBError.self) { try row.int64(2) }
        #expect(try row.uint64(3) == 42)
        #expect(throws: MariaDBError.self) { try row.uint64(4) }
        #expect(try row.uint64(5) == .max)
        #expect(throws: MariaDBError.self) { try row.int64(5) }
    }

    @Test func textThatIsNotUTF8IsReadAsBytesAndRefusedAsText() throws {
        let row = try #require(try connection.query("SELECT X'C328FF'").first)
        #expect(row.bytes(0) == [0xC3, 0x28, 0xFF])
        #expect(throws: MariaDBError.self) { try row.string(0) }
    }

    @Test func valuesNeverBecomePartOfTheStatement() throws {
        try connection.execute("CREATE TABLE users (id int, name varchar(200))")
        try connection.execute("INSERT INTO users VALUES (1, 'anna')")
        for attack in ["' OR 1=1 -- ", "\\' OR 1=1 #", "anna'; DROP TABLE users; --", "\u{BF}\u{27} OR 1=1"] {
            #expect(try connection.query("SELECT id FROM users WHERE name = ?", [.text(attack)]).isEmpty)
            try connection.execute("INSERT INTO users VALUES (2, ?)", [.text(attack)])
            let stored = try connection.query("SELECT name FROM users WHERE name = ?", [.text(attack)])
            #expect(try stored.map { try $0.string(0) } == [attack])
        }
        #expect(throws: MariaDBError.self) { try connection.execute("SELECT 1; DROP TABLE users") }
    }

    @Test func moreStatementsThanTheCacheHoldsStillWork() throws {
        for number in 0..<200 {
            #expect(try connection.query("SELECT \(number) + ?", [1]).first?.int(0) == number + 1)
        }
        let closed = try connection.query("SHOW SESSION STATUS LIKE 'Com_stmt_close'")
        #expect(try #require(closed.first).int(1) >= 136)
    }
}
