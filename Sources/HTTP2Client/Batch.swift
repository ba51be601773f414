/// Requests submitted together; their ends are reported together, as many as one pass of the loop brings.
/// Loop thread only.
final class Batch {
    let requests: [HTTPRequest]
    private let completion: @Sendable ([HTTPCompletion]) -> Void
    private let finished: FinishedBatches
    private var completions: [HTTPCompletion] = []
    private var unreported: Int

    init(
        _ requests: [HTTPRequest], finished: FinishedBatches,
        completion: @escaping @Sendable ([HTTPCompletion]) -> Void
    ) {
        self.requests = requests
        self.completion = completion
        self.finished = finished
        unreported = requests.count
    }

    func finish(_ index: Int, _ outcome: HTTPOutcome) {
        if completions.isEmpty {
            completions.reserveCapacity(min(unreported, 128))
            finished.add(self)
        }
        completions.append(HTTPCompletion(index: index, outcome: outcome))
    }

    /// Tells the caller what has ended since the last report.
    func report() {
        let ended = completions
        completions = []
        unreported -= ended.count
        completion(ended)
    }
}
