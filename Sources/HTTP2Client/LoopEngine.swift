import Glibc
import ServiceRuntime

/// The work of a loop's thread: commands in, poll, bytes, ends out. Made and used on that thread only.
@safe final class LoopEngine {
    private static let readSize = 64 * 1024

    private let mailbox: LoopMailbox
    private let finished = FinishedBatches()
    private var pools: [PoolEngine] = []
    private var isStopping = false
    private let buffer: UnsafeMutableRawBufferPointer

    init(mailbox: LoopMailbox) {
        self.mailbox = mailbox
        unsafe buffer = .allocate(byteCount: LoopEngine.readSize, alignment: 16)
    }

    deinit { unsafe buffer.deallocate() }

    /// Works until told to stop.
    func run() {
        while true {
            var now = MonotonicTime.now
            for command in mailbox.take() { obey(command, at: now) }
            if isStopping { break }
            for pool in pools {
                for session in pool.sessions where session.isReadable { unsafe session.receive(into: buffer, at: now) }
            }
            var hasWork = false
            for pool in pools where pool.turn(at: now) { hasWork = true }
            pools.removeAll(where: \.isDone)
            finished.report()
            now = .now
            wait(milliseconds: hasWork ? 0 : pause(from: now))
        }
        stop()
    }

    private func obey(_ command: LoopCommand, at now: MonotonicTime) {
        switch command {
        case .open(let number, let configuration, let statistics):
            pools.append(
                PoolEngine(
                    number: number, configuration: configuration, published: statistics, mailbox: mailbox,
                    finished: finished))
        case .submit(let number, let requests, let completion):
            if let pool = pool(number) {
                pool.submit(requests, completion: completion)
            } else {
                ConnectionPool.refuse(requests.count, completion)
            }
        case .retireConnections(let number): pool(number)?.retireConnections()
        case .withdraw(let number): pool(number)?.withdraw()
        case .close(let number): pool(number)?.close()
        case .dialled(let number, let result): pool(number)?.dialled(result, at: now)
        case .stop: isStopping = true
        }
    }

    private func pool(_ number: Int) -> PoolEngine? { pools.first { $0.number == number } }

    private func pause(from now: MonotonicTime) -> Int32 {
        if pools.contains(where: { $0.sessions.contains(where: \.isReadable) }) { return 0 }
        guard let next = pools.compactMap(\.nextTurn).min() else { return -1 }
        // Rounded up, or the loop would spin through the last millisecond.
        return Int32(clamping: max(0, next.milliseconds(since: now) + 1))
    }

    private func wait(milliseconds: Int32) {
        var entries = [pollfd(fd: mailbox.wakeDescriptor, events: Int16(POLLIN), revents: 0)]
        for pool in pools {
            for session in pool.sessions {
                let events = POLLIN | (session.isWriteBlocked ? POLLOUT : 0)
                entries.append(pollfd(fd: session.connection.descriptor, events: Int16(events), revents: 0))
            }
        }
        let ready = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
        guard ready > 0 else { return }
        if entries[0].revents != 0 { mailbox.drainWakeUps() }
        var place = 1
        for pool in pools {
            for session in pool.sessions {
                if Int32(entries[place].revents) & ~POLLOUT != 0 { session.isReadable = true }
                place += 1
            }
        }
    }

    private func stop() {
        let dials = pools.compactMap { $0.stop() }
        for case .submit(_, let requests, let completion) in mailbox.close() {
            ConnectionPool.refuse(requests.count, completion)
        }
        finished.report()
        for dial in dials { dial.join() }
    }
}
