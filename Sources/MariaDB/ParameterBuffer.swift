import CMariaDB

/// The memory that a statement's parameters point to while it runs; the library keeps the pointers, not the values.
@safe final class ParameterBuffer {
    /// Number of parameters.
    let count: Int
    // Zeroed and bound anew for each run; `numbers` holds integers and doubles, `arena` text and bytes one after the other.
    private let binds: UnsafeMutablePointer<MYSQL_BIND>
    private let numbers: UnsafeMutablePointer<UInt64>
    private var arena: UnsafeMutableRawPointer
    private var arenaSize = 1024
    private static let keptArenaSize = 1 << 20

    init(count: Int) {
        self.count = count
        unsafe binds = .allocate(capacity: max(count, 1))
        unsafe binds.initialize(repeating: MYSQL_BIND(), count: count)
        unsafe numbers = .allocate(capacity: max(count, 1))
        unsafe arena = .allocate(byteCount: arenaSize, alignment: 8)
    }

    deinit {
        unsafe binds.deallocate()
        unsafe numbers.deallocate()
        unsafe arena.deallocate()
    }

    /// The bytes that a statement with these values takes on the wire, rounded up.
    static func wireSize(_ values: [SQLValue]) -> Int { dataSize(values) + 20 * values.count + 64 }

    /// Copies `values` (as many as `count`) and hands the bound array to `body`.
    func withBound<Result>(_ values: [SQLValue], _ body: (UnsafeMutablePointer<MYSQL_BIND>) -> Result) -> Result {
        reserve(Self.dataSize(values))
        defer { shrink() }
        var used = 0
        for (index, value) in values.enumerated() {
            var bind = unsafe MYSQL_BIND()
            switch value {
            case .null:
                unsafe bind.buffer_type = MYSQL_TYPE_NULL
            case .integer(let number):
                unsafe bindNumber(&bind, index, UInt64(bitPattern: number), MYSQL_TYPE_LONGLONG)
            case .unsigned(let number):
                unsafe bindNumber(&bind, index, number, MYSQL_TYPE_LONGLONG)
                unsafe bind.is_unsigned = 1
            case .double(let number):
                unsafe bindNumber(&bind, index, number.bitPattern, MYSQL_TYPE_DOUBLE)
            case .text(var text):
                text.withUTF8 { unsafe append(&bind, UnsafeRawBufferPointer($0), &used, MYSQL_TYPE_STRING) }
            case .bytes(let bytes):
                unsafe bytes.withUnsafeBytes { unsafe append(&bind, $0, &used, MYSQL_TYPE_BLOB) }
            }
            unsafe binds[index] = bind
        }
        return unsafe body(binds)
    }

    private static func dataSize(_ values: [SQLValue]) -> Int {
        values.reduce(0) { size, value in
            switch value {
            case .text(let text): size + text.utf8.count
            case .bytes(let bytes): size + bytes.count
            default: size
            }
        }
    }

    private func bindNumber(_ bind: inout MYSQL_BIND, _ index: Int, _ bits: UInt64, _ type: enum_field_types) {
        unsafe numbers[index] = bits
        unsafe bind.buffer_type = type
        unsafe bind.buffer = UnsafeMutableRawPointer(numbers + index)
    }

    private func append(
        _ bind: inout MYSQL_BIND, _ bytes: UnsafeRawBufferPointer, _ used: inout Int, _ type: enum_field_types
    ) {
        let place = unsafe arena + used
        if let source = bytes.baseAddress { unsafe place.copyMemory(from: source, byteCount: bytes.count) }
        unsafe bind.buffer_type = type
        unsafe bind.buffer = place
        unsafe bind.buffer_length = UInt(bytes.count)
        used += bytes.count
    }

    private func reserve(_ size: Int) {
        guard size > arenaSize else { return }
        unsafe arena.deallocate()
        arenaSize = size
        unsafe arena = .allocate(byteCount: arenaSize, alignment: 8)
    }

    // One big message must not keep its memory in every cached statement.
    private func shrink() {
        guard arenaSize > Self.keptArenaSize else { return }
        unsafe arena.deallocate()
        arenaSize = 1024
        unsafe arena = .allocate(byteCount: arenaSize, alignment: 8)
    }
}
