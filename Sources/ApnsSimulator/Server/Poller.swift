import Glibc

/// poll(2) over a few hundred descriptors at most; epoll does not import into Swift.
struct Poller {
    /// A descriptor that can be read or written (or is broken, which reading will show).
    struct Ready {
        let descriptor: Int32
        let isReadable: Bool
        let isWritable: Bool
    }

    private var entries: [pollfd] = []
    private var places: [Int32: Int] = [:]

    /// Starts to watch a descriptor for reading.
    mutating func add(_ descriptor: Int32) {
        places[descriptor] = entries.count
        entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }

    /// Changes what a descriptor is watched for.
    mutating func change(_ descriptor: Int32, reading: Bool, writing: Bool) {
        guard let place = places[descriptor] else { return }
        entries[place].events = Int16((reading ? POLLIN : 0) | (writing ? POLLOUT : 0))
    }

    /// Ends watching; before the descriptor is closed.
    mutating func remove(_ descriptor: Int32) {
        guard let place = places.removeValue(forKey: descriptor), let last = entries.popLast() else { return }
        guard place < entries.count else { return }
        entries[place] = last
        places[last.fd] = place
    }

    /// Waits until something is ready, at most `milliseconds` (-1: as long as it takes).
    mutating func wait(milliseconds: Int32) -> [Ready] {
        guard unsafe poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return [] }
        var ready: [Ready] = []
        for entry in entries where entry.revents != 0 {
            let broken = Int32(entry.revents) & (POLLERR | POLLHUP) != 0
            ready.append(
                Ready(
                    descriptor: entry.fd, isReadable: broken || Int32(entry.revents) & POLLIN != 0,
                    isWritable: Int32(entry.revents) & POLLOUT != 0))
        }
        return ready
    }
}
