/// How many rows a sweep removed.
package struct RetentionResult: Sendable, Equatable {
    package var actions = 0
    package var deliveries = 0
    package var prunes = 0

    package init(actions: Int = 0, deliveries: Int = 0, prunes: Int = 0) {
        self.actions = actions
        self.deliveries = deliveries
        self.prunes = prunes
    }
}
