/// Which topic a push goes to, and whether credential, push type and device token agree with it.
enum TopicRules {
    /// A verdict that ends the search for a topic.
    struct Problem: Error {
        let verdict: Verdict
    }

    /// The push type of the header; nil when it is absent or unknown.
    static func kind(_ head: RequestHead) -> SimulatedPushKind? {
        if head.equals(.pushType, "alert") { return .alert }
        return head.text(.pushType).flatMap { SimulatedPushKind(rawValue: $0) }
    }

    /// The topic of the header, or the only one of the certificate.
    static func topic(_ head: RequestHead, certificate: ClientCertificate?) -> Result<String, Problem> {
        if let topic = head.text(.topic) {
            let isWellFormed = topic.utf8.allSatisfy { $0.isAlphanumeric || ".-_".utf8.contains($0) }
            return isWellFormed && !topic.isEmpty
                ? .success(topic) : .failure(Problem(verdict: .rejected(400, "BadTopic")))
        }
        if let certificate, certificate.topics.count == 1 { return .success(certificate.topics[0]) }
        return .failure(Problem(verdict: .rejected(400, "MissingTopic")))
    }

    /// The first disagreement; nil when there is none.
    static func problem(
        topic: String, pushType: SimulatedPushKind?, request: DeviceRequest, authority: ConnectionAuthority,
        state: SimulatorState
    ) -> Verdict? {
        let (bundle, topicKind) = SimulatedPushKind.split(topic: topic)
        if let certificate = authority.certificate {
            guard certificate.topics.contains(topic) else { return .rejected(400, "TopicDisallowed") }
        } else if let keyID = authority.token?.claims?.keyID, let known = state.keys[keyID], !known.key.topics.isEmpty {
            guard known.key.topics.contains(where: { $0 == bundle || $0 == topic }) else {
                return .rejected(400, "TopicDisallowed")
            }
        }
        if let problem = tokenProblem(request, topic: topic, bundle: bundle, topicKind: topicKind, state: state) {
            return problem
        }
        // Apple answers so where the type does not fit the topic (AndrewBarba/apns2 issue 23, PyAPNs2 issue 87).
        if let pushType, pushType.topicSuffix != topicKind.topicSuffix { return .rejected(400, "InvalidPushType") }
        return nil
    }

    private static func tokenProblem(
        _ request: DeviceRequest, topic: String, bundle: Substring, topicKind: SimulatedPushKind, state: SimulatorState
    ) -> Verdict? {
        let badToken = Verdict.rejected(400, "BadDeviceToken")
        guard let path = request.head.value(.path) else { return badToken }
        let hex = path.dropFirst(DeviceEndpoint.path.utf8.count + 1)
        guard hex.count <= 200, hex.count % 2 == 0, hex.allSatisfy({ $0.isHexDigit }),
            !hex.allSatisfy({ $0 == UInt8(ascii: "0") })
        else { return badToken }
        if state.tokens.isEmpty { return state.settings.unknownTokens == .accept ? nil : badToken }
        let digits = request.head.deviceToken ?? ""
        guard let token = state.tokens[SimulatorState.TokenKey(environment: request.environment, token: digits)] else {
            let other: SimulatedEnvironment = request.environment == .production ? .sandbox : .production
            let isElsewhere = state.tokens[SimulatorState.TokenKey(environment: other, token: digits)] != nil
            return isElsewhere || state.settings.unknownTokens == .badDeviceToken ? badToken : nil
        }
        if token.kind.topicSuffix != topicKind.topicSuffix {
            // A VoIP token under the plain topic is told so by its topic (node-apn issue 658, vapor-apns issue 24).
            return .rejected(
                400, token.kind == .voip && topicKind == .alert ? "TopicDisallowed" : "DeviceTokenNotForTopic")
        }
        if !token.topics.isEmpty, !token.topics.contains(where: { $0 == bundle || $0 == topic }) {
            return .rejected(400, "DeviceTokenNotForTopic")
        }
        switch token.state {
        case .active: return nil
        case .unregistered(let time): return .rejected(410, "Unregistered", timestamp: time)
        case .expired(let time): return .rejected(410, "ExpiredToken", timestamp: time)
        }
    }
}
