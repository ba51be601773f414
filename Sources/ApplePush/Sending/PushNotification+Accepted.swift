import PushCore

extension [PushNotification] {
    /// Those that `channel` sends; the others are answered at once: a call never goes out as an alert, nor the other
    /// way round.
    func accepted(on channel: PushChannel, _ results: @Sendable ([PushResult]) -> Void) -> [PushNotification] {
        guard contains(where: { $0.type.channel != channel }) else { return self }
        results(
            filter { $0.type.channel != channel }.map { notification in
                let tokens = notification.recipients.map(LocalVerdict.unsupportedType.result)
                return PushResult(
                    actionID: notification.actionID, tokens: tokens, warnings: notification.message.warnings)
            })
        return filter { $0.type.channel == channel }
    }
}
