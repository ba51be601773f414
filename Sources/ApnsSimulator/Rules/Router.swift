/// Finds the endpoint that a path means.
enum Router {
    /// Judges a request.
    static func judge(
        _ request: DeviceRequest, authority: inout ConnectionAuthority, state: inout SimulatorState
    ) -> Verdict {
        guard let path = request.head.value(.path) else { return .rejected(404, "BadPath") }
        if path.starts(with: DeviceEndpoint.path.utf8) {
            return DeviceEndpoint.judge(request, authority: &authority, state: &state)
        }
        if let bundleID = ChannelRules.bundleID(request.head, after: BroadcastEndpoint.path) {
            return BroadcastEndpoint.judge(request, bundleID: bundleID, authority: &authority, state: &state)
        }
        return ManagementEndpoint.judge(request, authority: &authority, state: &state)
    }
}
