import CSodium

extension [UInt8] {
    /// Overwrites the bytes in place, for working copies of secrets; the array is empty afterwards.
    mutating func wipe() {
        unsafe withUnsafeMutableBytes { unsafe sodium_memzero($0.baseAddress, $0.count) }
        removeAll()
    }
}
