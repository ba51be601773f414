import CMariaDB

/// One session with the server, to be used by one thread at a time. Set up alike on every connect: utf8mb4, UTC, READ COMMITTED,
/// strict SQL mode, found rows counted as affected.
@safe package final class Connection {
    /// The server's version text, e.g. `10.11.6-MariaDB-0+deb12u1`.
    package private(set) var serverVersion = ""
    /// The most bytes that the server takes in one statement.
    package private(set) var maxAllowedPacket = 1 << 20
    /// Whether the server takes no writes (a replica, or read-only by setting).
    package private(set) var isReadOnly = false
    /// The server's number for this session, as in its process list.
    package private(set) var id: UInt64 = 0
    /// Whether a transaction of ours is open.
    package private(set) var inTransaction = false
    /// Whether this session must be given up: it broke, or its state cannot be known.
    package private(set) var isBroken = false
    // Whether something was made permanent since `beginUnit`: then a failed unit of work must not be repeated as a whole.
    private(set) var hasCommitted = false

    private let handle: UnsafeMutablePointer<MYSQL>
    private let address: String
    private var statements = StatementCache()

    /// Connects and sets the session up; throws when either fails.
    package init(_ configuration: DatabaseConfiguration) throws(MariaDBError) {
        address = configuration.address
        unsafe handle = try unsafe Connector.connect(configuration)
        try setUp()
    }

    deinit {
        statements.removeAll()
        unsafe mysql_close(handle)
    }

    /// Runs a statement without rows. Without values it is sent as text, so that anything is allowed; with values it is prepared.
    @discardableResult
    package func execute(_ sql: String, _ values: [SQLValue] = []) throws(MariaDBError) -> ExecuteResult {
        let result: ExecuteResult
        if values.isEmpty {
            result = try executeText(sql)
        } else {
            let statement = try run(sql, values, isWrite: true)
            result = statement.executeResult
            if statement.hasRows { statement.finish() }
        }
        if !inTransaction { hasCommitted = true }
        return result
    }

    /// The rows that a statement answers with.
    package func query(_ sql: String, _ values: [SQLValue] = []) throws(MariaDBError) -> [Row] {
        let statement = try run(sql, values, isWrite: false)
        defer { statement.finish() }
        var rows: [Row] = []
        while let row = try next(statement) { rows.append(row) }
        return rows
    }

    /// Hands the rows to `body` one by one as they arrive; `body` must not use the connection.
    package func forEachRow(_ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws -> Void) throws {
        let statement = try run(sql, values, isWrite: false)
        defer { statement.finish() }
        while let row = try next(statement) { try body(row) }
    }

    /// Runs `body` in a transaction: committed when it returns, rolled back when it throws.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        precondition(!inTransaction, "transactions do not nest")
        try executeText("START TRANSACTION")
        inTransaction = true
        let result: Result
        do {
            result = try body()
        } catch {
            rollBack()
            throw error
        }
        inTransaction = false
        do {
            try executeText("COMMIT")
        } catch {
            rollBack()
            throw error
        }
        hasCommitted = true
        return result
    }

    /// Asks the server for a sign of life.
    package func ping() throws(MariaDBError) {
        guard unsafe mysql_ping(handle) == 0 else { throw failure(outcomeUnknown: false) }
    }

    /// Ends what a failed unit of work left open. A session that cannot even do this is broken.
    func rollBack() {
        inTransaction = false
        guard !isBroken else { return }
        do { try executeText("ROLLBACK") } catch { isBroken = true }
    }

    /// Starts a new count of what was made permanent.
    func beginUnit() { hasCommitted = false }

    private func run(_ sql: String, _ values: [SQLValue], isWrite: Bool) throws(MariaDBError) -> PreparedStatement {
        try checkSize(max(sql.utf8.count, ParameterBuffer.wireSize(values)))
        do throws(MariaDBError) {
            let statement = try statements.statement(for: sql) { () throws(MariaDBError) in
                try unsafe PreparedStatement(sql, on: handle, address: address)
            }
            precondition(
                statement.parameterCount == values.count,
                "statement with \(statement.parameterCount) parameters got \(values.count) values: \(sql)")
            try statement.execute(values, outcomeUnknown: isWrite && !inTransaction)
            return statement
        } catch {
            statements.remove(sql)
            throw noted(error)
        }
    }

    private func next(_ statement: PreparedStatement) throws(MariaDBError) -> Row? {
        do throws(MariaDBError) {
            return try statement.nextRow(outcomeUnknown: false)
        } catch {
            throw noted(error)
        }
    }

    @discardableResult
    private func executeText(_ sql: String) throws(MariaDBError) -> ExecuteResult {
        try checkSize(sql.utf8.count)
        guard unsafe mysql_real_query(handle, sql, UInt(sql.utf8.count)) == 0 else {
            throw failure(outcomeUnknown: !inTransaction)
        }
        let result = ExecuteResult(
            affectedRows: unsafe Int(clamping: mysql_affected_rows(handle)),
            lastInsertID: unsafe mysql_insert_id(handle),
            warnings: unsafe Int(mysql_warning_count(handle)))
        // Rows that nobody asked for would block the next statement.
        if let rows = unsafe mysql_store_result(handle) { unsafe mysql_free_result(rows) }
        return result
    }

    // The server answers a statement that is too large by closing the connection, which would look like a broken network.
    private func checkSize(_ size: Int) throws(MariaDBError) {
        guard size >= maxAllowedPacket else { return }
        throw MariaDBError(
            code: 1153, sqlState: "08S01",
            message: "a statement of \(size) bytes is over the server's limit of \(maxAllowedPacket)",
            category: .tooLarge, address: address)
    }

    private func setUp() throws(MariaDBError) {
        try executeText(
            """
            SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00', \
            innodb_lock_wait_timeout = 3, wait_timeout = 600, autocommit = 1
            """)
        try executeText("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED")
        let facts = try query(
            "SELECT @@version, @@max_allowed_packet, @@read_only, @@innodb_read_only, CONNECTION_ID()")
        guard let facts = facts.first else { throw .unexpectedValue("the server does not tell its version") }
        serverVersion = try facts.string(0)
        maxAllowedPacket = try facts.int(1)
        isReadOnly = try facts.int(2) + facts.int(3) > 0
        id = try facts.uint64(4)
        hasCommitted = false
    }

    private func failure(outcomeUnknown: Bool) -> MariaDBError {
        noted(unsafe Connector.failure(of: handle, address: address, outcomeUnknown: outcomeUnknown))
    }

    private func noted(_ error: MariaDBError) -> MariaDBError {
        if error.endsConnection { isBroken = true }
        return error
    }
}
