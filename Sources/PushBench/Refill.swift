import ServiceRuntime

/// Keeps a number of batches under way until all pushes have ended.
final class Refill: Sendable {
    private struct Progress {
        var begun = 0
        var ended = 0
        var failed = 0
    }

    private let count: Int
    private let batch: Int
    private let ahead: Int
    private let progress = Locked(Progress())
    private let finished = WakeFlag()

    /// - Parameter ahead: how many pushes may be under way.
    init(count: Int, batch: Int, ahead: Int) {
        self.count = count
        self.batch = batch
        self.ahead = ahead
    }

    /// Calls `submit` with ranges of push numbers until all have been told to `end`; gives how many failed.
    func run(_ submit: @escaping @Sendable (Range<Int>) -> Void) -> Int {
        fill(submit)
        while progress.withLock({ $0.ended }) < count { finished.wait(milliseconds: 1000) }
        return progress.withLock { $0.failed }
    }

    /// Notes that so many pushes have ended, and submits more.
    func end(_ ended: Int, failed: Int, _ submit: @escaping @Sendable (Range<Int>) -> Void) {
        let isLast = progress.withLock { progress in
            progress.ended += ended
            progress.failed += failed
            return progress.ended >= count
        }
        if isLast { finished.raise() } else { fill(submit) }
    }

    private func fill(_ submit: (Range<Int>) -> Void) {
        while let range = next() { submit(range) }
    }

    private func next() -> Range<Int>? {
        progress.withLock { progress in
            let size = min(batch, count - progress.begun)
            guard size > 0, progress.begun - progress.ended + size <= ahead else { return nil }
            defer { progress.begun += size }
            return progress.begun..<progress.begun + size
        }
    }
}
