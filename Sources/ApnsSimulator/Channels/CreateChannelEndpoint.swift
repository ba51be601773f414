import JSONText

/// `POST /1/apps/<bundle id>/channels`: 201 with the new channel's id in `apns-channel-id`
/// (facts: Apple, Sending channel management requests to APNs).
enum CreateChannelEndpoint {
    /// Judges a request from an app that may manage channels.
    static func judge(
        _ request: DeviceRequest, bundleID: String, state: inout SimulatorState
    ) throws(ChannelRules.Problem) -> Verdict {
        let policy = try policy(request)
        guard state.channels.count(of: bundleID, in: request.environment) < state.settings.channelLimit else {
            throw ChannelRules.Problem(400, "CannotCreateChannelConfig")
        }
        let channel = SimulatedChannel(
            ChannelIdentifier.make(), bundleID: bundleID, environment: request.environment, policy: policy)
        state.channels.add(channel)
        return Verdict(status: 201, channelID: channel.id)
    }

    private static func policy(
        _ request: DeviceRequest
    ) throws(ChannelRules.Problem) -> SimulatedChannel.StoragePolicy {
        guard request.bodyLength <= RequestStream.bodyLimit,
            let fields = (try? JSONParser.parse(Array(request.head.bytes[request.body])))?.object
        else { throw ChannelRules.Problem(400, "BadRequestPayload") }
        let known = ["message-storage-policy", "push-type"]
        guard fields.names.allSatisfy({ known.contains($0) }) else {
            throw ChannelRules.Problem(400, "BadRequestParams")
        }
        guard let type = fields["push-type"] else { throw ChannelRules.Problem(400, "MissingPushType") }
        guard type == "LiveActivity" else { throw ChannelRules.Problem(400, "InvalidPushType") }
        guard let number = fields["message-storage-policy"]?.integer,
            let policy = SimulatedChannel.StoragePolicy(rawValue: Int(clamping: number))
        else { throw ChannelRules.Problem(400, "BadRequestParams") }
        return policy
    }
}
