/// Hands each notification to the sender of its app and channel (legacy: `MAM_PushDispatcher`).
package struct PushDispatcher: Sendable {
    private struct Route: Hashable {
        let app: String
        let channel: PushChannel
    }

    private let senders: any SenderDirectory

    /// A dispatcher that looks its senders up in `senders` each time, so that a changed credential takes effect at once.
    package init(senders: any SenderDirectory) { self.senders = senders }

    /// Sends a batch; each notification's result arrives exactly once, in any order and grouping.
    /// A notification whose app has no credentials is answered `not_configured` without touching the network.
    package func dispatch(
        _ notifications: [PushNotification], results: @escaping @Sendable ([PushResult]) -> Void
    ) {
        let routes = Dictionary(grouping: notifications) { Route(app: $0.app, channel: $0.type.channel) }
        for (route, notifications) in routes {
            if let sender = senders.sender(app: route.app, channel: route.channel) {
                sender.send(notifications, results: results)
            } else {
                results(notifications.map(Self.notConfigured))
            }
        }
    }

    /// Sends one notification and waits for its result.
    package func dispatch(_ notification: PushNotification) async -> PushResult {
        await withCheckedContinuation { continuation in
            dispatch([notification]) { results in
                for result in results { continuation.resume(returning: result) }
            }
        }
    }

    private static func notConfigured(_ notification: PushNotification) -> PushResult {
        let tokens = notification.recipients.map { recipient in
            recipient.refusal ?? LocalVerdict.notConfigured.result(for: recipient)
        }
        return PushResult(actionID: notification.actionID, tokens: tokens, warnings: notification.message.warnings)
    }
}
