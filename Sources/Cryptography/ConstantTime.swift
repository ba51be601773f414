import CSodium

/// Comparisons whose duration tells nothing about where two values differ.
package enum ConstantTime {
    /// Whether both hold the same bytes; only their lengths may leak.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe sodium_memcmp(left, right, left.count) == 0
    }
}
