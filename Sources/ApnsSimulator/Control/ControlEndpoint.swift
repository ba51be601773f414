import JSONText
import ServiceRuntime

/// What the control port answers.
struct ControlEndpoint {
    let shared: SimulatorShared

    /// An answer: status and JSON.
    struct Answer {
        let status: Int
        let body: JSONValue

        static func failure(_ status: Int, _ reason: String) -> Answer {
            Answer(status: status, body: ["error": .string(reason)])
        }
    }

    private static let instructions = [
        "/tokens": "token", "/keys": "key", "/channels": "channel", "/faults": "fault", "/settings": "settings",
        "/connections": "connections",
    ]
    private static let pageSize = 1000

    /// Does what the request asks.
    func answer(_ request: ControlRequest) -> Answer {
        do {
            switch (request.method, request.path) {
            case ("POST", let path) where Self.instructions[path] != nil: return try post(request)
            case ("DELETE", "/received"): shared.state.withLock { $0.record.clear() }
            case ("DELETE", "/faults"): shared.state.withLock { $0.faults = [] }
            case ("DELETE", "/tokens"): shared.state.withLock { $0.tokens = [:] }
            case ("DELETE", "/channels"): shared.state.withLock { $0.channels = ChannelBook() }
            case ("DELETE", "/keys"):
                shared.state.withLock { state in
                    state.keys = [:]
                    state.keyRevision += 1
                }
            case ("GET", "/received"): return try received(request)
            case ("GET", "/channels"):
                let channels = shared.state.withLock { $0.channels.all }
                return Answer(status: 200, body: ["channels": .array(channels.map(\.json))])
            case ("GET", "/stats"): return Answer(status: 200, body: statistics)
            case ("GET", "/settings"):
                return Answer(status: 200, body: shared.state.withLock { $0.settings }.json)
            default: return .failure(404, "\(request.method) \(request.path): unknown; see apns-simulator --help")
            }
            return Answer(status: 200, body: ["done": true])
        } catch {
            return .failure(400, "\(error)")
        }
    }

    /// One instruction, or a list of them; all are read before the first is carried out.
    private func post(_ request: ControlRequest) throws -> Answer {
        let name = Self.instructions[request.path] ?? ""
        let value = try JSONParser.parse(request.body)
        let instructions = try (value.array ?? [value]).map { try Instruction(name, $0) }
        for instruction in instructions { try shared.carryOut(instruction) }
        return Answer(status: 200, body: ["done": true, "count": JSONValue(instructions.count)])
    }

    private func received(_ request: ControlRequest) throws -> Answer {
        let since = Int(request.parameters["since"] ?? "0")
        let limit = Int(request.parameters["limit"] ?? "\(Self.pageSize)")
        guard let since, let limit, since >= 0, limit > 0 else {
            throw SimulatorError("since and limit must be whole numbers")
        }
        let pushes = shared.state.withLock {
            $0.record.requests(after: since, limit: min(limit, Self.pageSize))
        }.map(\.push)
        return Answer(
            status: 200,
            body: [
                "received": .array(pushes.map(\.json)), "next": JSONValue(pushes.last?.sequence ?? since),
            ])
    }

    private var statistics: JSONValue {
        let (counts, last, total, open, faults) = shared.state.withLock { state in
            (
                state.record.countByStatus, state.record.lastSequence, state.connectionCount, state.openConnections,
                state.faults.count
            )
        }
        let byStatus = counts.sorted { $0.key < $1.key }.map { (String($0.key), JSONValue($0.value)) }
        return [
            "received": JSONValue(counts.values.reduce(0, +)), "by_status": .object(JSONObject(byStatus)),
            "last_sequence": JSONValue(last), "connections": JSONValue(total), "open_connections": JSONValue(open),
            "armed_faults": JSONValue(faults),
        ]
    }
}
