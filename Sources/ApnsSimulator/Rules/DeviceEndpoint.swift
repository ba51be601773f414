/// `POST /3/device/<token>`: Apple's checks in the order in which one hides the next.
enum DeviceEndpoint {
    static let path = "/3/device"

    /// Judges a request whose path starts with `/3/device`.
    static func judge(
        _ request: DeviceRequest, authority: inout ConnectionAuthority, state: inout SimulatorState
    ) -> Verdict {
        let head = request.head
        guard head.equals(.method, "POST") else { return .rejected(405, "MethodNotAllowed") }
        if let problem = pathProblem(head) { return problem }
        if head.hasDuplicate { return .rejected(400, "DuplicateHeaders") }
        if let problem = CredentialRules.problem(
            token: request.token, authority: &authority, environment: request.environment, now: request.now,
            state: &state)
        {
            return problem
        }
        if let problem = HeaderRules.problem(head) { return problem }
        var verdict = Verdict.accepted
        let kind = TopicRules.kind(head)
        switch TopicRules.topic(head, certificate: authority.certificate) {
        case .failure(let problem): return problem.verdict
        case .success(let topic):
            if let problem = TopicRules.problem(
                topic: topic, pushType: kind, request: request, authority: authority, state: state)
            {
                return problem
            }
            if let problem = PayloadRules.problem(
                request, kind: kind ?? SimulatedPushKind.split(topic: topic).kind, warnings: &verdict.warnings)
            {
                return problem
            }
        }
        return verdict
    }

    private static func pathProblem(_ head: RequestHead) -> Verdict? {
        guard let path = head.value(.path) else { return .rejected(404, "BadPath") }
        let rest = path.dropFirst(Self.path.utf8.count)
        if rest.isEmpty || rest.elementsEqual("/".utf8) { return .rejected(400, "MissingDeviceToken") }
        guard rest.first == UInt8(ascii: "/") else { return .rejected(404, "BadPath") }
        let token = rest.dropFirst()
        if token.contains(UInt8(ascii: "/")) { return .rejected(404, "BadPath") }
        return nil
    }
}
