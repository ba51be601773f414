/// Who holds a claimed action. Every later write names it, and changes nothing once another has taken over (fencing).
package struct Lease: Sendable, Hashable {
    /// Random for each claim.
    package let owner: UInt64
    /// Counts the claims of the row.
    package let sequence: UInt32

    package init(owner: UInt64, sequence: UInt32) {
        self.owner = owner
        self.sequence = sequence
    }
}
