import CNghttp2

/// Response headers being put together; one buffer for all answers, so that an answer costs no allocation of ours.
struct ResponseHeaders {
    private var bytes: [UInt8] = []
    private var fields: [(name: Range<Int>, value: Range<Int>)] = []

    /// Starts anew.
    mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
    }

    /// Adds a header.
    mutating func add(_ name: String, _ value: some Sequence<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: name.utf8)
        let middle = bytes.count
        bytes.append(contentsOf: value)
        fields.append((start..<middle, middle..<bytes.count))
    }

    /// Hands the headers to `body` in nghttp2's form, good for the call only.
    @unsafe func withFields<Result>(_ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result) -> Result {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: fields.count) { entries in
                // nghttp2 copies both before the call returns; it never writes to them.
                let base = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress)
                for (place, field) in fields.enumerated() {
                    unsafe entries.initializeElement(
                        at: place,
                        to: nghttp2_nv(
                            name: base.map { unsafe $0 + field.name.lowerBound },
                            value: base.map { unsafe $0 + field.value.lowerBound }, namelen: field.name.count,
                            valuelen: field.value.count, flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)))
                }
                return unsafe body(UnsafeBufferPointer(entries))
            }
        }
    }
}
