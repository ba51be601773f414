/// `/1/apps/<bundle id>/…`: channel management. Apple has hosts of their own for it; here every service answers.
enum ManagementEndpoint {
    static let path = "/1/apps/"

    /// Judges a request whose path starts with `/1/apps/`.
    static func judge(
        _ request: DeviceRequest, authority: inout ConnectionAuthority, state: inout SimulatorState
    ) -> Verdict {
        let head = request.head
        do throws(ChannelRules.Problem) {
            if let bundleID = ChannelRules.bundleID(head, after: path, before: "/all-channels") {
                guard head.equals(.method, "GET") else { throw ChannelRules.Problem(405, "MethodNotAllowed") }
                try ChannelRules.check(request, bundleID: bundleID, authority: &authority, state: &state)
                return ListChannelsEndpoint.judge(request, bundleID: bundleID, state: &state)
            }
            guard let bundleID = ChannelRules.bundleID(head, after: path, before: "/channels") else {
                throw ChannelRules.Problem(404, "BadPath")
            }
            let method = head.text(.method) ?? ""
            guard ["POST", "GET", "DELETE"].contains(method) else {
                throw ChannelRules.Problem(405, "MethodNotAllowed")
            }
            try ChannelRules.check(request, bundleID: bundleID, authority: &authority, state: &state)
            switch method {
            case "POST": return try CreateChannelEndpoint.judge(request, bundleID: bundleID, state: &state)
            case "GET": return try ReadChannelEndpoint.judge(request, bundleID: bundleID, state: &state)
            default: return try DeleteChannelEndpoint.judge(request, bundleID: bundleID, state: &state)
            }
        } catch {
            return error.verdict
        }
    }
}
