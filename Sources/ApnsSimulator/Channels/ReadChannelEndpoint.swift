import JSONText

/// `GET /1/apps/<bundle id>/channels`: how the channel of `apns-channel-id` was made.
enum ReadChannelEndpoint {
    /// Judges a request from an app that may manage channels.
    static func judge(
        _ request: DeviceRequest, bundleID: String, state: inout SimulatorState
    ) throws(ChannelRules.Problem) -> Verdict {
        let channel = try ChannelRules.channel(request, bundleID: bundleID, state: state)
        return Verdict(
            content: ["message-storage-policy": JSONValue(channel.policy.rawValue), "push-type": "LiveActivity"])
    }
}
