import PushCore
import PushStore
import ServiceRuntime

/// What somebody wants to send from the shell.
struct SendOrder {
    /// The row.
    let draft: ActionDraft
    let type: ActionType
    let message: PushMessage
    let recipients: SendAudience

    /// The request that it becomes when it is sent now.
    /// - Throws: `MessageFault` when it is larger than Apple takes.
    func preview(on site: SendingSite) throws(MessageFault) -> RequestPreview {
        let now = WallClock.seconds
        let maximumAge = type == .push(.voip) ? (site.configuration.voipMaximumAge + 999) / 1000 : nil
        let end = ActionLife.end(start: now * 1000, ttl: message.ttl, maximumAge: maximumAge, expiresAt: nil)
        return try RequestPreview(
            message, type: type, actionID: nil, channel: recipients.channel,
            life: .init(start: now, end: end.map { $0 / 1000 }), site: site)
    }
}
