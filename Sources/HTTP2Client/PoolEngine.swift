import ServiceRuntime
import Synchronization

/// A pool at work: its queue, its connections, its dial. Loop thread only.
final class PoolEngine {
    private static let scanEveryMilliseconds: Int64 = 10
    private static let connectionNumbers = Atomic<UInt64>(0)

    let number: Int
    private(set) var sessions: [HTTP2Session] = []
    private let configuration: PoolConfiguration
    private let statistics: StatisticsRecorder
    private let mailbox: LoopMailbox
    private let finished: FinishedBatches
    private var queue = RequestQueue()
    private var dial: Dial?
    private var backoff = ConnectBackoff()
    private var isClosing = false
    // No deadline passes before this; it is found anew when it has come, so most deadlines are never looked at.
    private var earliestDeadline: MonotonicTime?
    private var lastScan = MonotonicTime(nanoseconds: 0)

    init(
        number: Int, configuration: PoolConfiguration, published: Locked<PoolStatistics>, mailbox: LoopMailbox,
        finished: FinishedBatches
    ) {
        self.number = number
        self.configuration = configuration
        self.mailbox = mailbox
        self.finished = finished
        statistics = StatisticsRecorder(published: published)
    }

    /// Whether a closed pool has nothing left to do.
    var isDone: Bool { isClosing && queue.isEmpty && sessions.isEmpty && dial == nil }

    func submit(_ requests: [HTTPRequest], completion: @escaping @Sendable ([HTTPCompletion]) -> Void) {
        let batch = Batch(requests, finished: finished, completion: completion)
        for index in requests.indices {
            let exchange = Exchange(batch: batch, index: index)
            guard !isClosing else {
                exchange.fail(.stopped, "the pool is closed")
                continue
            }
            queue.append(exchange)
            earliestDeadline = min(earliestDeadline ?? exchange.deadline, exchange.deadline)
        }
    }

    func retireConnections() {
        for session in sessions { session.drain() }
    }

    func withdraw() {
        for exchange in queue.removeAll() { exchange.fail(.withdrawn, "the request was taken back before it was sent") }
    }

    func close() { isClosing = true }

    func dialled(_ result: Result<CurlConnection, TransportFailure>, at now: MonotonicTime) {
        dial?.join()
        dial = nil
        switch result {
        case .success(let connection):
            statistics.current.connects += 1
            let number = PoolEngine.connectionNumbers.add(1, ordering: .relaxed).newValue
            sessions.append(
                HTTP2Session(
                    connection, number: number, configuration: configuration, statistics: statistics, now: now))
        case .failure(let failure):
            connectingFailed(failure, at: now)
        }
    }

    /// Puts the next dial off; what waits fails at once when no connection is left, so that callers can decide.
    private func connectingFailed(_ failure: TransportFailure, at now: MonotonicTime) {
        statistics.current.failedConnects += 1
        statistics.current.lastProblem = failure.message
        backoff.failed(at: now)
        guard !sessions.contains(where: \.acceptsRequests) else { return }
        for exchange in queue.removeAll() { exchange.finish(.failure(failure)) }
    }

    /// One pass: deadlines, signs of life, new requests, writing, dialling. True when another pass has work at once.
    func turn(at now: MonotonicTime) -> Bool {
        expire(at: now)
        for session in sessions { session.checkLiveness(at: now) }
        collect(at: now)
        assign()
        for session in sessions { session.flush() }
        collect(at: now)
        dialIfNeeded(at: now)
        statistics.current.connections = sessions.count
        statistics.current.streams = sessions.reduce(0) { $0 + $1.exchanges.count }
        statistics.current.queued = queue.count
        statistics.current.serverStreamLimit = sessions.filter(\.acceptsRequests).compactMap(\.window.serverLimit).min()
        statistics.publish()
        return !queue.isEmpty && sessions.contains { $0.room > 0 }
    }

    /// When the next pass is due though nothing arrives.
    var nextTurn: MonotonicTime? {
        var times = sessions.map(\.nextLivenessCheck)
        if let earliestDeadline {
            times.append(max(earliestDeadline, lastScan.advanced(milliseconds: PoolEngine.scanEveryMilliseconds)))
        }
        if wantsConnection { times.append(backoff.earliest) }
        return times.min()
    }

    /// Fails everything that is left and closes the connections; gives the dial to wait for.
    func stop() -> Dial? {
        isClosing = true
        dial?.cancel()
        let message = "the sender was stopped"
        for exchange in queue.removeAll() { exchange.fail(.stopped, message) }
        for session in sessions {
            for exchange in session.takeReturned() { exchange.fail(.stopped, message) }
            // A good-bye would write out what nghttp2 still holds, so a connection with requests just ends.
            if session.exchanges.isEmpty { session.close() }
            session.abandon(.stopped, message, returning: false)
        }
        sessions = []
        statistics.current.connections = 0
        statistics.current.streams = 0
        statistics.current.queued = 0
        statistics.publish()
        return dial
    }

    private func expire(at now: MonotonicTime) {
        guard let due = earliestDeadline, due <= now,
            now.milliseconds(since: lastScan) >= PoolEngine.scanEveryMilliseconds
        else { return }
        lastScan = now
        if let first = queue.earliestDeadline, first <= now {
            for exchange in queue.removeExpired(at: now) {
                statistics.current.deadlines += 1
                let problem = statistics.current.lastProblem.map { ": \($0)" } ?? ""
                exchange.fail(.deadline, "the deadline passed before the request could be sent\(problem)")
            }
        }
        earliestDeadline = (sessions.map { $0.expire(at: now) } + [queue.earliestDeadline]).compactMap { $0 }.min()
    }

    /// Puts back what was surely not processed and lets go of connections that are over.
    private func collect(at now: MonotonicTime) {
        if isClosing, queue.isEmpty { retireConnections() }
        for session in sessions {
            putBack(session.takeReturned())
            if session.isDraining, session.exchanges.isEmpty { session.close() }
            guard let end = session.end else { continue }
            session.abandon(end.kind, end.message, returning: true)
            putBack(session.takeReturned())
            guard end.kind != .stopped else { continue }
            statistics.current.lastProblem = end.message
            if !session.hasGreeted {
                // The server never spoke HTTP/2.
                let kind: TransportFailure.Kind = end.kind == .tls ? .tls : .cannotConnect
                connectingFailed(TransportFailure(kind: kind, processed: .no, message: end.message), at: now)
            } else if session.failedEarly(at: now) {
                backoff.failed(at: now)
            }
        }
        sessions.removeAll(where: \.isOver)
    }

    private func putBack(_ exchanges: [Exchange]) {
        for exchange in exchanges {
            statistics.current.resent += 1
            earliestDeadline = min(earliestDeadline ?? exchange.deadline, exchange.deadline)
            queue.putBack(exchange)
        }
    }

    private func assign() {
        for session in sessions {
            var room = session.room
            while room > 0, let exchange = queue.popFirst() {
                session.submit(exchange)
                room -= 1
            }
        }
    }

    private var wantsConnection: Bool {
        guard dial == nil else { return false }
        let usable = sessions.count(where: \.acceptsRequests)
        let spare = configuration.keepSpare ? 1 : 0
        if !isClosing, configuration.keepSpare, usable < 1 + spare { return true }
        return !queue.isEmpty && usable < configuration.maximumConnections + spare
            && sessions.allSatisfy { !$0.acceptsRequests || $0.isSaturated }
    }

    private func dialIfNeeded(at now: MonotonicTime) {
        if sessions.contains(where: \.window.isProven) { backoff.succeeded() }
        guard wantsConnection, now >= backoff.earliest else { return }
        dial = Dial(configuration) { [mailbox, number] result in
            _ = mailbox.put(.dialled(pool: number, result))
        }
    }
}
