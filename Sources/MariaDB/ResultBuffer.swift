import CMariaDB

/// The memory that a statement's columns are fetched into: numbers and short values directly, longer ones column by column.
@safe final class ResultBuffer {
    let kinds: [ColumnKind]
    private let binds: UnsafeMutablePointer<MYSQL_BIND>
    private let bytes: UnsafeMutableRawPointer
    private let lengths: UnsafeMutablePointer<UInt>
    private let nulls: UnsafeMutablePointer<my_bool>
    private static let shortSize = 256

    init(kinds: [ColumnKind]) {
        self.kinds = kinds
        unsafe binds = .allocate(capacity: kinds.count)
        unsafe bytes = .allocate(byteCount: kinds.count * Self.shortSize, alignment: 8)
        unsafe lengths = .allocate(capacity: kinds.count)
        unsafe lengths.initialize(repeating: 0, count: kinds.count)
        unsafe nulls = .allocate(capacity: kinds.count)
        unsafe nulls.initialize(repeating: 0, count: kinds.count)
        for (index, kind) in kinds.enumerated() {
            var bind = unsafe MYSQL_BIND()
            unsafe bind.buffer = bytes + index * Self.shortSize
            unsafe bind.length = lengths + index
            unsafe bind.is_null = nulls + index
            switch kind {
            case .integer: unsafe bind.buffer_type = MYSQL_TYPE_LONGLONG
            case .unsigned:
                unsafe bind.buffer_type = MYSQL_TYPE_LONGLONG
                unsafe bind.is_unsigned = 1
            case .double: unsafe bind.buffer_type = MYSQL_TYPE_DOUBLE
            case .bytes:
                unsafe bind.buffer_type = MYSQL_TYPE_STRING
                unsafe bind.buffer_length = UInt(Self.shortSize)
            }
            unsafe (binds + index).initialize(to: bind)
        }
    }

    deinit {
        unsafe binds.deallocate()
        unsafe bytes.deallocate()
        unsafe lengths.deallocate()
        unsafe nulls.deallocate()
    }

    /// Tells the library to fetch into this memory.
    func bind(to statement: UnsafeMutablePointer<MYSQL_STMT>) -> Bool {
        unsafe mysql_stmt_bind_result(statement, binds) == 0
    }

    /// The row that the library has just fetched; nil when one of its columns could not be read.
    func row(of statement: UnsafeMutablePointer<MYSQL_STMT>) -> Row? {
        var values: [SQLValue] = []
        values.reserveCapacity(kinds.count)
        for (index, kind) in kinds.enumerated() {
            let place = unsafe bytes + index * Self.shortSize
            if unsafe nulls[index] != 0 {
                values.append(.null)
                continue
            }
            switch kind {
            case .integer: values.append(.integer(unsafe place.load(as: Int64.self)))
            case .unsigned: values.append(.unsigned(unsafe place.load(as: UInt64.self)))
            case .double: values.append(.double(unsafe place.load(as: Double.self)))
            case .bytes:
                let length = unsafe Int(lengths[index])
                if length <= Self.shortSize {
                    unsafe values.append(.bytes(Array(UnsafeRawBufferPointer(start: place, count: length))))
                } else if let long = unsafe longValue(of: statement, column: index, length: length) {
                    values.append(.bytes(long))
                } else {
                    return nil
                }
            }
        }
        return Row(values: values)
    }

    private func longValue(of statement: UnsafeMutablePointer<MYSQL_STMT>, column: Int, length: Int) -> [UInt8]? {
        var failed = false
        let value = unsafe [UInt8](unsafeUninitializedCapacity: length) { target, count in
            var bind = unsafe MYSQL_BIND()
            unsafe bind.buffer_type = MYSQL_TYPE_STRING
            unsafe bind.buffer = UnsafeMutableRawPointer(target.baseAddress)
            unsafe bind.buffer_length = UInt(length)
            failed = unsafe mysql_stmt_fetch_column(statement, &bind, UInt32(column), 0) != 0
            count = failed ? 0 : length
        }
        return failed ? nil : value
    }
}
