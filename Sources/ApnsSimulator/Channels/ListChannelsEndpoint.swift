import JSONText

/// `GET /1/apps/<bundle id>/all-channels`: the ids of all channels of the app in this environment.
enum ListChannelsEndpoint {
    /// Judges a request from an app that may manage channels.
    static func judge(_ request: DeviceRequest, bundleID: String, state: inout SimulatorState) -> Verdict {
        let channels = state.channels.all(of: bundleID, in: request.environment)
        return Verdict(content: ["channels": .array(channels.map { .string($0.id) })])
    }
}
