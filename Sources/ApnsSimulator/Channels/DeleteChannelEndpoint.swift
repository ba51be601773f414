/// `DELETE /1/apps/<bundle id>/channels`: 204, and the channel of `apns-channel-id` is gone for good.
enum DeleteChannelEndpoint {
    /// Judges a request from an app that may manage channels.
    static func judge(
        _ request: DeviceRequest, bundleID: String, state: inout SimulatorState
    ) throws(ChannelRules.Problem) -> Verdict {
        state.channels.remove(try ChannelRules.channel(request, bundleID: bundleID, state: state))
        return Verdict(status: 204)
    }
}
