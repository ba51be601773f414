import ServiceRuntime

/// A pool's figures while its loop works on them; other threads see them as of the end of a pass. Loop thread only.
final class StatisticsRecorder {
    var current = PoolStatistics()
    private var last = PoolStatistics()
    private let published: Locked<PoolStatistics>

    init(published: Locked<PoolStatistics>) { self.published = published }

    func publish() {
        guard current != last else { return }
        last = current
        let figures = current
        published.withLock { $0 = figures }
    }
}
