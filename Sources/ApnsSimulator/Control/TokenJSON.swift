import JSONText

extension SimulatedToken {
    private enum Condition: String, CaseIterable {
        case active, unregistered, expired
    }

    /// Reads `{"token","environment","topics","kind","state","at"}`.
    init(_ json: JSONValue) throws(SimulatorError) {
        var fields = try InstructionFields("token", json)
        let token = try fields.required("token")
        let environment: SimulatedEnvironment = try fields.word("environment") ?? .production
        let topics = try fields.strings("topics") ?? []
        let kind = try fields.string("kind") ?? "standard"
        let condition: Condition = try fields.word("state") ?? .active
        let time = try fields.integer("at", in: 0...Int64.max) ?? WallClock.milliseconds
        try fields.finish()
        guard let kind = kind == "standard" ? .standard : SimulatedPushKind(rawValue: kind) else {
            let kinds = SimulatedPushKind.suffixed.map(\.rawValue).joined(separator: ", ")
            throw SimulatorError("token: kind must be one of standard, mdm, \(kinds)")
        }
        let state: State =
            switch condition {
            case .active: .active
            case .unregistered: .unregistered(at: time)
            case .expired: .expired(at: time)
            }
        self.init(token, environment: environment, topics: topics, kind: kind, state: state)
    }
}
