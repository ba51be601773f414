/// The last requests, oldest first, and counts of all of them.
struct RequestRecord: Sendable {
    private var ring: [RecordedRequest] = []
    private var oldest = 0
    private(set) var lastSequence = 0
    /// How many requests got each status since the last `clear()`, whether kept or not.
    private(set) var countByStatus: [Int: Int] = [:]

    /// Adds a request, over the oldest one when `limit` are kept.
    /// - Returns: its sequence number.
    mutating func append(_ request: RecordedRequest, limit: Int) -> Int {
        lastSequence += 1
        countByStatus[request.verdict.status, default: 0] += 1
        if ring.count > limit { forget(allBut: limit) }
        guard limit > 0 else { return lastSequence }
        var request = request
        request.sequence = lastSequence
        if ring.count < limit {
            // A ring that was full under a smaller limit starts again in order.
            if oldest > 0 { forget(allBut: ring.count) }
            ring.append(request)
        } else {
            ring[oldest] = request
            oldest = (oldest + 1) % limit
        }
        return lastSequence
    }

    /// Notes what became of a request, if it is still kept.
    mutating func setFate(_ fate: ReceivedPush.Fate, of sequence: Int) {
        let back = lastSequence - sequence
        guard back < ring.count else { return }
        ring[(oldest + ring.count - 1 - back) % ring.count].fate = fate
    }

    /// At most `limit` requests whose sequence number is above `sequence`, oldest first.
    func requests(after sequence: Int, limit: Int) -> [RecordedRequest] {
        let first = max(0, ring.count - (lastSequence - sequence))
        guard first < ring.count else { return [] }
        return (first..<first + min(ring.count - first, limit)).map { ring[(oldest + $0) % ring.count] }
    }

    /// Forgets requests and counts.
    mutating func clear() {
        ring = []
        oldest = 0
        countByStatus = [:]
    }

    private mutating func forget(allBut limit: Int) {
        ring = Array((ring[oldest...] + ring[..<oldest]).suffix(limit))
        oldest = 0
    }
}
