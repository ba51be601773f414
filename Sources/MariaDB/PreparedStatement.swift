import CMariaDB

/// A statement that the server has parsed, ready to be run with values again and again on its connection.
@safe final class PreparedStatement {
    private let handle: UnsafeMutablePointer<MYSQL_STMT>
    private var parameters = ParameterBuffer(count: 0)
    private var result: ResultBuffer?
    private let address: String

    /// Prepares `sql`; throws what the server says about it.
    init(_ sql: String, on connection: UnsafeMutablePointer<MYSQL>, address: String) throws(MariaDBError) {
        guard let handle = unsafe mysql_stmt_init(connection) else {
            throw MariaDBError(
                code: 2008, sqlState: "HY001", message: "no memory for a statement", category: .other, address: address)
        }
        unsafe self.handle = unsafe handle
        self.address = address
        guard unsafe mysql_stmt_prepare(handle, sql, UInt(sql.utf8.count)) == 0 else {
            // Preparing changes nothing.
            throw failure(outcomeUnknown: false)
        }
        parameters = unsafe ParameterBuffer(count: Int(mysql_stmt_param_count(handle)))
        let kinds = columns()
        result = kinds.isEmpty ? nil : ResultBuffer(kinds: kinds)
    }

    deinit { unsafe mysql_stmt_close(handle) }

    /// Whether the statement answers with rows.
    var hasRows: Bool { result != nil }

    /// How many values it wants.
    var parameterCount: Int { parameters.count }

    /// Runs it with as many values as it has parameters; `outcomeUnknown` is what a lost connection would leave behind.
    func execute(_ values: [SQLValue], outcomeUnknown: Bool) throws(MariaDBError) {
        let succeeded = unsafe parameters.withBound(values) { binds in
            unsafe mysql_stmt_bind_param(handle, binds) == 0 && mysql_stmt_execute(handle) == 0
        }
        guard succeeded else { throw failure(outcomeUnknown: outcomeUnknown) }
        guard hasRows else { return }
        // The table may have been altered since the statement was prepared.
        let kinds = columns()
        let result = result?.kinds == kinds ? result : ResultBuffer(kinds: kinds)
        self.result = result
        if let result, unsafe !result.bind(to: handle) { throw failure(outcomeUnknown: outcomeUnknown) }
    }

    /// What the last run did, for a statement without rows.
    var executeResult: ExecuteResult {
        ExecuteResult(
            affectedRows: unsafe Int(clamping: mysql_stmt_affected_rows(handle)),
            lastInsertID: unsafe mysql_stmt_insert_id(handle),
            warnings: unsafe Int(mysql_warning_count(handle.pointee.mysql)))
    }

    /// The next row, nil after the last.
    func nextRow(outcomeUnknown: Bool) throws(MariaDBError) -> Row? {
        guard let result else { return nil }
        switch unsafe mysql_stmt_fetch(handle) {
        case MYSQL_NO_DATA: return nil
        // Truncated only says that a value was longer than the memory bound for short ones.
        case 0, MYSQL_DATA_TRUNCATED:
            if let row = unsafe result.row(of: handle) { return row }
            throw failure(outcomeUnknown: outcomeUnknown)
        default: throw failure(outcomeUnknown: outcomeUnknown)
        }
    }

    /// Reads away what is left of the result, so that the connection is free for the next statement.
    func finish() { unsafe mysql_stmt_free_result(handle) }

    private func columns() -> [ColumnKind] {
        guard let fields = unsafe mariadb_stmt_fetch_fields(handle) else { return [] }
        return (0..<Int(unsafe mysql_stmt_field_count(handle))).map { index in
            unsafe ColumnKind(type: fields[index].type, isUnsigned: fields[index].flags & UInt32(UNSIGNED_FLAG) != 0)
        }
    }

    private func failure(outcomeUnknown: Bool) -> MariaDBError {
        let code = unsafe Int(mysql_stmt_errno(handle))
        return unsafe MariaDBError(
            code: code, sqlState: String(cString: mysql_stmt_sqlstate(handle)),
            message: String(cString: mysql_stmt_error(handle)),
            category: .init(code: code, outcomeUnknown: outcomeUnknown), address: address)
    }
}
