import Glibc

/// Comparisons that the rules make for every request, by `memcmp`: the generic ones compare byte by byte.
enum ByteEquality {
    /// Whether the bytes are those of the text.
    static func equal(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { unsafe equal($0, text) }
    }

    /// Whether the bytes are those of the text.
    @unsafe static func equal(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount, let start = bytes.baseAddress else { return false }
        return unsafe memcmp(start, text.utf8Start, bytes.count) == 0
    }

    /// Whether both are the same.
    @unsafe static func equal(_ left: ArraySlice<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe left.withUnsafeBufferPointer { left in
            guard left.count == right.count, let first = left.baseAddress, let second = right.baseAddress else {
                return left.count == right.count
            }
            return unsafe memcmp(first, second, left.count) == 0
        }
    }
}
