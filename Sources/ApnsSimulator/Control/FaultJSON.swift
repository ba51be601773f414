import JSONText

extension Fault {
    /// Reads a fault: `action` with its parameters, and which requests it strikes.
    init(_ json: JSONValue) throws(SimulatorError) {
        var fields = try InstructionFields("fault", json)
        let environment: SimulatedEnvironment? = try fields.word("environment")
        let token = try fields.string("token")
        let topic = try fields.string("topic")
        let nth = try fields.integer("nth", in: 1...Int64(Int32.max)) ?? 1
        let every = try fields.integer("every", in: 1...Int64(Int32.max)) ?? 1
        let isEndless = json["count"] == "all"
        let count = isEndless ? nil : try fields.integer("count", in: 1...Int64(Int32.max)) ?? 1
        if isEndless { _ = fields.value("count") }
        let action = try FaultAction(&fields)
        try fields.finish()
        self.init(
            action, environment: environment, token: token, topic: topic, nth: Int(nth), every: Int(every),
            count: count.map { Int($0) })
    }
}

extension FaultAction {
    private enum Name: String, CaseIterable {
        case answer, delay, silence
        case resetStream = "reset-stream"
        case refuse, goaway
        case dropConnection = "drop-connection"
        case garbage
        case slowRead = "slow-read"
        case slowAnswer = "slow-answer"
        case streamLimit = "stream-limit"
        case oversizeBody = "oversize-body"
    }

    fileprivate init(_ fields: inout InstructionFields) throws(SimulatorError) {
        guard let name: Name = try fields.word("action") else {
            throw SimulatorError(
                "fault: action is missing; one of \(Name.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        switch name {
        case .answer: self = .answer(try FaultAnswer(&fields))
        case .delay: self = .delay(milliseconds: try Self.number("ms", &fields))
        case .silence: self = .silence
        case .resetStream: self = .resetStream(code: UInt32(try Self.number("code", &fields)))
        case .refuse: self = .refuse
        case .goaway:
            let last: LastStreamID = try fields.word("last_stream_id") ?? .same
            self = .goaway(lastStreamID: last, reason: try fields.string("reason"))
        case .dropConnection: self = .dropConnection
        case .garbage: self = .garbage(try fields.word("kind") ?? .noise)
        case .slowRead: self = .slowRead(bytesPerSecond: Int(try Self.number("bytes_per_second", &fields)))
        case .slowAnswer: self = .slowAnswer(bytesPerSecond: Int(try Self.number("bytes_per_second", &fields)))
        case .streamLimit: self = .streamLimit(UInt32(try Self.number("streams", &fields)))
        case .oversizeBody: self = .oversizeBody(bytes: Int(try Self.number("bytes", &fields)))
        }
    }

    private static func number(_ name: String, _ fields: inout InstructionFields) throws(SimulatorError) -> Int64 {
        guard let number = try fields.integer(name, in: 0...Int64(Int32.max)) else {
            throw SimulatorError("fault: \(name) is missing")
        }
        return number
    }
}

extension FaultAnswer {
    fileprivate init(_ fields: inout InstructionFields) throws(SimulatorError) {
        guard let status = try fields.integer("status", in: 0...999) else {
            throw SimulatorError("fault: status is missing")
        }
        self.init(
            status: Int(status), reason: try fields.string("reason"),
            timestamp: try fields.integer("timestamp", in: 0...Int64.max),
            retryAfter: try fields.string("retry_after"), body: try fields.string("body").map { Array($0.utf8) })
        guard let extra = fields.value("headers") else { return }
        guard let members = extra.object?.members else { throw SimulatorError("fault: headers must be an object") }
        for (name, value) in members {
            guard let value = value.string else { throw SimulatorError("fault: header \(name) must be a string") }
            headers.append(Header(name, value))
        }
    }
}
