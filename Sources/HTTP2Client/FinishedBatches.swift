/// The batches with something to report at the end of the loop's pass. Loop thread only.
final class FinishedBatches {
    private var batches: [Batch] = []

    func add(_ batch: Batch) { batches.append(batch) }

    func report() {
        guard !batches.isEmpty else { return }
        let ended = batches
        batches.removeAll(keepingCapacity: true)
        for batch in ended { batch.report() }
    }
}
