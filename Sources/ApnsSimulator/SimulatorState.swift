/// All that the simulator knows; shared by the serving thread and whoever asks or changes something.
struct SimulatorState: Sendable {
    /// A device token in one environment.
    struct TokenKey: Hashable {
        let environment: SimulatedEnvironment
        let token: String
    }

    /// A registered key and its public half, ready for use.
    struct KnownKey {
        let key: SimulatedKey
        let verification: VerificationKey
    }

    /// How a key's provider token was renewed, over all connections.
    struct KeyUse {
        /// Seconds since 1970; nil while the first token is in use.
        var changedAt: Int64?
    }

    var settings: SimulatorSettings
    var tokens: [TokenKey: SimulatedToken] = [:]
    var channels = ChannelBook()
    var keys: [String: KnownKey] = [:]
    /// Grows whenever a key is registered, so that signatures are checked anew.
    var keyRevision = 0
    var keyUses: [String: KeyUse] = [:]
    var faults: [ArmedFault] = []
    /// What the serving thread has not done yet.
    var commands: [LoopCommand] = []
    var record = RequestRecord()
    /// Connections accepted since the start.
    var connectionCount = 0
    /// Connections open now.
    var openConnections = 0

    init(settings: SimulatorSettings) { self.settings = settings }

    /// The faults that strike this request, in the order of their injection.
    mutating func strike(_ request: DeviceRequest) -> [FaultAction] {
        guard !faults.isEmpty else { return [] }
        let token = request.head.deviceToken ?? ""
        let topic = request.head.text(.topic) ?? ""
        var actions: [FaultAction] = []
        for place in faults.indices
        where faults[place].strikes(environment: request.environment, token: token, topic: topic) {
            actions.append(faults[place].fault.action)
        }
        faults.removeAll { $0.isOver }
        return actions
    }
}

extension SimulatorState {
    mutating func register(_ token: SimulatedToken) {
        tokens[TokenKey(environment: token.environment, token: token.token)] = token
    }

    mutating func register(_ key: SimulatedKey, _ verification: VerificationKey) {
        keys[key.keyID] = KnownKey(key: key, verification: verification)
        keyRevision += 1
    }
}
