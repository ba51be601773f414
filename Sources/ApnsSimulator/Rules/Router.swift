/// Finds the endpoint that a path means.
enum Router {
    /// Judges a request.
    static func judge(
        _ request: DeviceRequest, authority: inout ConnectionAuthority, state: inout SimulatorState
    ) -> Verdict {
        guard let path = request.head.value(.path), path.starts(with: DeviceEndpoint.path.utf8) else {
            return .rejected(404, "BadPath")
        }
        return DeviceEndpoint.judge(request, authority: &authority, state: &state)
    }
}
