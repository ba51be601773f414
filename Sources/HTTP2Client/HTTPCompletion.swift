/// The end of one request of a submitted batch.
package struct HTTPCompletion: Sendable {
    /// The request's place in the batch, from 0.
    package let index: Int
    package let outcome: HTTPOutcome

    package init(index: Int, outcome: HTTPOutcome) {
        self.index = index
        self.outcome = outcome
    }
}
