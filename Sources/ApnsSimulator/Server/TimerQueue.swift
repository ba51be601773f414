import ServiceRuntime

/// What is to happen later, soonest first (a binary heap).
struct TimerQueue {
    /// One thing to happen.
    struct Entry {
        let due: MonotonicTime
        let connectionID: Int
        let event: Event
    }

    /// What kind of thing.
    enum Event {
        /// A delayed answer.
        case answer(stream: Int32)
        /// More of a slow answer's body.
        case body(stream: Int32)
        /// The connection may be read again.
        case read
    }

    private var heap: [Entry] = []

    /// When the soonest is due.
    var next: MonotonicTime? { heap.first?.due }

    /// Adds an entry.
    mutating func add(_ entry: Entry) {
        heap.append(entry)
        var place = heap.count - 1
        while place > 0, heap[place].due < heap[(place - 1) / 2].due {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Takes the soonest entry, if it is due.
    mutating func takeDue(_ now: MonotonicTime) -> Entry? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].due < heap[least].due {
                least = child
            }
            if least == place { return first }
            heap.swapAt(place, least)
            place = least
        }
    }
}
