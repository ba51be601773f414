/// How many days finished things are kept (`[retention]`); nil: for ever.
package struct RetentionPeriods: Sendable, Equatable {
    /// Actions in a final state, from their creation or their `send_at`, the later.
    package let actions: Int?
    /// Deliveries, from their last change; never before nothing can ask for them any more.
    package let deliveries: Int?
    /// Prune rows; as long as they keep a token from being sent to, they must stay (`[pruning] tombstone_hours`).
    package let prunes: Int?

    package init(actions: Int?, deliveries: Int?, prunes: Int?) {
        self.actions = actions
        self.deliveries = deliveries
        self.prunes = prunes
    }
}
