import ServiceRuntime

/// The requests of a pool that wait for a free stream: those put back go first. Loop thread only.
struct RequestQueue {
    // The next one last.
    private var returned: [Exchange] = []
    private var waiting: [Exchange?] = []
    private var head = 0

    var count: Int { returned.count + waiting.count - head }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ exchange: Exchange) { waiting.append(exchange) }

    /// Puts one before all others.
    mutating func putBack(_ exchange: Exchange) { returned.append(exchange) }

    mutating func popFirst() -> Exchange? {
        if let exchange = returned.popLast() { return exchange }
        guard head < waiting.count else { return nil }
        let exchange = waiting[head]
        waiting[head] = nil
        head += 1
        if head == waiting.count {
            waiting.removeAll(keepingCapacity: head <= 4_096)
            head = 0
        } else if head >= 4_096, head * 2 >= waiting.count {
            waiting.removeFirst(head)
            head = 0
        }
        return exchange
    }

    /// The earliest deadline among them, nil when there are none.
    var earliestDeadline: MonotonicTime? {
        var earliest = returned.first?.deadline
        for exchange in returned { earliest = min(earliest ?? exchange.deadline, exchange.deadline) }
        for case let exchange? in waiting[head...] {
            earliest = min(earliest ?? exchange.deadline, exchange.deadline)
        }
        return earliest
    }

    /// Takes out those whose deadline has passed at `now`.
    mutating func removeExpired(at now: MonotonicTime) -> [Exchange] {
        let all = removeAll()
        waiting = all.filter { $0.deadline > now }
        return all.filter { $0.deadline <= now }
    }

    mutating func removeAll() -> [Exchange] {
        defer { self = RequestQueue() }
        return returned.reversed() + waiting[head...].compactMap { $0 }
    }
}
