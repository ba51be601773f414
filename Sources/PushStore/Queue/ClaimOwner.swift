/// The column `owner`: another number for each claim, from which the daemon that made it can be told.
package enum ClaimOwner {
    private static let bits: UInt64 = 31

    /// A new number for a claim of `worker` (its `id`).
    static func make(worker: UInt64) -> UInt64 { mark(worker) | UInt64.random(in: 1..<1 << bits) }

    /// Whether `owner` was made by this worker.
    package static func isOf(worker: UInt64, _ owner: UInt64) -> Bool { (owner >> bits) << bits == mark(worker) }

    // 32 bits of it: enough to tell a handful of daemons apart.
    private static func mark(_ worker: UInt64) -> UInt64 { (worker & 0xFFFF_FFFF) << bits }
}
