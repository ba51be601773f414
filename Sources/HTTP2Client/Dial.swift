import ServiceRuntime

/// A dial in progress on a thread of its own, for DNS and TLS may block.
final class Dial: Sendable {
    private let cancelled = Cancellation()
    private let thread: Thread

    /// Begins to dial; `completion` is called once, on the dial's thread.
    init(
        _ configuration: PoolConfiguration,
        completion: @escaping @Sendable (Result<CurlConnection, TransportFailure>) -> Void
    ) {
        thread = Thread(name: "dial") { [cancelled] in
            completion(Dialer.connect(configuration, cancelled: cancelled))
        }
    }

    /// Asks the dial to end; it takes about a second at most.
    func cancel() { cancelled.set() }

    /// Waits for the thread's end.
    func join() { thread.join() }
}
