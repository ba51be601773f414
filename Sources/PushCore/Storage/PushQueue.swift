/// The queue of actions. Claims are leases: committed before the first byte is sent, fenced ever after.
package protocol PushQueue: Sendable {
    /// Takes up to `limit` due actions of `lane` for `lease` milliseconds: queued ones, retries whose time has come, and
    /// those whose holder's lease ran out. What rests by `pause` is left alone. Empty when nothing is due.
    func claim(lane: Lane, limit: Int, lease: Int64, except pause: QueuePause) async throws -> [ClaimedAction]

    /// The same, of nothing but what rests: to end what is past its life. The rest is to be given back.
    func claimPaused(lane: Lane, limit: Int, lease: Int64, _ pause: QueuePause) async throws -> [ClaimedAction]

    /// Writes what became of claimed actions, in one transaction: deliveries, then the action. A row whose lease was
    /// lost is left alone. Writing the same outcome again changes nothing.
    /// - Returns: the ids of actions that another holder had taken over (fenced off, nothing written).
    func record(_ outcomes: [ActionOutcome]) async throws -> Set<UInt64>

    /// Holds on to claimed actions for another `lease` milliseconds.
    /// - Returns: the ids that are lost (taken over) or cancelled: what is not sent of them must not be.
    func extend(_ leases: [UInt64: Lease], lease: Int64) async throws -> Set<UInt64>

    /// Gives back actions of which nothing was sent; the claim is not counted.
    func giveBack(_ actions: [ClaimedAction]) async throws
}
