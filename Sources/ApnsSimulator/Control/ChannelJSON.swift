import JSONText

extension SimulatedChannel {
    private enum PolicyWord: String, CaseIterable {
        case none, latest
    }

    /// Reads `{"id","bundle_id","environment","policy"}`.
    init(_ json: JSONValue) throws(SimulatorError) {
        var fields = try InstructionFields("channel", json)
        let id = try fields.required("id")
        let bundleID = try fields.required("bundle_id")
        let environment: SimulatedEnvironment = try fields.word("environment") ?? .production
        let policy: PolicyWord = try fields.word("policy") ?? .none
        try fields.finish()
        guard ChannelIdentifier.isWellFormed(ArraySlice(Array(id.utf8))) else {
            throw SimulatorError("channel: id must be Base64")
        }
        self.init(id, bundleID: bundleID, environment: environment, policy: policy == .none ? .none : .latest)
    }

    /// As `init(_:)` reads it.
    var json: JSONValue {
        [
            "id": .string(id), "bundle_id": .string(bundleID), "environment": .string(environment.rawValue),
            "policy": policy == .none ? "none" : "latest",
        ]
    }
}
