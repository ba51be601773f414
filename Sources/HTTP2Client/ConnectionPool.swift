import ServiceRuntime

/// Connections to one server with one identity, and the requests that wait for them.
package final class ConnectionPool: Sendable {
    private let number: Int
    private let mailbox: LoopMailbox
    private let published: Locked<PoolStatistics>

    init(number: Int, mailbox: LoopMailbox, statistics: Locked<PoolStatistics>) {
        self.number = number
        self.mailbox = mailbox
        published = statistics
    }

    /// Sends `requests`; each index is completed exactly once. `completion` is called on the loop's thread with all
    /// that ended in one of its passes (after the loop's stop: on the caller's) and must not block.
    package func submit(_ requests: [HTTPRequest], completion: @escaping @Sendable ([HTTPCompletion]) -> Void) {
        guard !requests.isEmpty else { return }
        if !mailbox.put(.submit(pool: number, requests, completion)) {
            ConnectionPool.refuse(requests.count, completion)
        }
    }

    /// Sends one request. Cancelling the task does not recall it; its deadline bounds the wait.
    package func send(_ request: HTTPRequest) async -> HTTPOutcome {
        await withCheckedContinuation { continuation in
            submit([request]) { completions in
                for completion in completions { continuation.resume(returning: completion.outcome) }
            }
        }
    }

    /// Lets the present connections finish what they carry and end; later requests go over new ones.
    package func retireConnections() { _ = mailbox.put(.retireConnections(pool: number)) }

    /// Hands back the requests that wait for a stream (`withdrawn`); what is on a connection goes its way.
    package func withdrawWaiting() { _ = mailbox.put(.withdraw(pool: number)) }

    /// Takes no more requests, finishes those it has (each by its deadline), then closes the connections.
    package func close() { _ = mailbox.put(.close(pool: number)) }

    /// The figures as of the loop's last pass.
    package var statistics: PoolStatistics { published.withLock { $0 } }

    static func refuse(_ count: Int, _ completion: @Sendable ([HTTPCompletion]) -> Void) {
        let failure = TransportFailure(kind: .stopped, processed: .no, message: "the pool is closed")
        completion((0..<count).map { HTTPCompletion(index: $0, outcome: .failure(failure)) })
    }
}
