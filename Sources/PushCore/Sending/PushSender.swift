/// Sends notifications through one credential. It never throws: what Apple or the payload decides is a result.
package protocol PushSender: Sendable {
    /// Sends a batch and hands over results as they come, each notification exactly once, in any order and grouping.
    /// `results` is called on a thread of the sender's, or on the caller's for what never touches the network, and must
    /// not block.
    func send(_ notifications: [PushNotification], results: @escaping @Sendable ([PushResult]) -> Void)
}

extension PushSender {
    /// Sends one notification and waits for its result.
    package func send(_ notification: PushNotification) async -> PushResult {
        await withCheckedContinuation { continuation in
            send([notification]) { results in
                for result in results { continuation.resume(returning: result) }
            }
        }
    }
}
