import JSONText
import ServiceRuntime

/// Something that a script or the control port tells the simulator.
enum Instruction: Sendable {
    case token(SimulatedToken)
    case key(SimulatedKey, VerificationKey)
    case channel(SimulatedChannel)
    case fault(Fault)
    case settings(JSONValue)
    case dropConnections
    case goaway(reason: String?)

    /// Reads an instruction of the given name (`token`, `key`, `channel`, `fault`, `settings`, `connections`).
    /// - Throws: `SimulatorError` that names the member at fault.
    init(_ name: String, _ value: JSONValue) throws(SimulatorError) {
        switch name {
        case "token": self = .token(try SimulatedToken(value))
        case "key":
            let key = try SimulatedKey(value)
            self = .key(key, try VerificationKey(pem: key.publicKeyPEM))
        case "channel": self = .channel(try SimulatedChannel(value))
        case "fault": self = .fault(try Fault(value))
        case "settings":
            var trial = SimulatorSettings()
            try trial.change(value)
            self = .settings(value)
        case "connections":
            var fields = try InstructionFields(name, value)
            let action: ConnectionAction? = try fields.word("action")
            let reason = try fields.string("reason")
            try fields.finish()
            guard let action else { throw SimulatorError("connections: action is missing (drop, goaway)") }
            self = action == .drop ? .dropConnections : .goaway(reason: reason)
        default: throw SimulatorError("\(name): unknown; there are token, key, channel, fault, settings, connections")
        }
    }

    private enum ConnectionAction: String, CaseIterable {
        case drop, goaway
    }

    /// Reads a script: one JSON object a line, each with one member that names the instruction. Empty lines and lines
    /// that start with `#` count for nothing.
    static func script(_ bytes: [UInt8]) throws(SimulatorError) -> [Instruction] {
        var instructions: [Instruction] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            guard let first = line.first(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }), first != UInt8(ascii: "#")
            else { continue }
            do {
                let value = try JSONParser.parse(Array(line))
                guard let members = value.object?.members, members.count == 1 else {
                    throw SimulatorError("a JSON object with one member is wanted, such as {\"token\":{…}}")
                }
                instructions.append(try Instruction(members[0].name, members[0].value))
            } catch {
                throw SimulatorError("line \(number + 1): \(error)")
            }
        }
        return instructions
    }
}

extension SimulatorShared {
    /// Does what an instruction says.
    func carryOut(_ instruction: Instruction) throws(SimulatorError) {
        switch instruction {
        case .token(let token): state.withLock { $0.register(token) }
        case .key(let key, let verification): state.withLock { $0.register(key, verification) }
        case .channel(let channel): state.withLock { $0.channels.add(channel) }
        case .fault(let fault): state.withLock { $0.faults.append(ArmedFault(fault)) }
        case .settings(let change):
            try state.withLock { state throws(SimulatorError) in try state.settings.change(change) }
            tell(.applySettings)
        case .dropConnections: tell(.dropConnections)
        case .goaway(let reason): tell(.goaway(reason: reason))
        }
    }
}
