import JSONText

extension SimulatedKey {
    /// Reads `{"key_id","team_id","public_key","environments","topics","related_key_id"}`.
    init(_ json: JSONValue) throws(SimulatorError) {
        var fields = try InstructionFields("key", json)
        let keyID = try fields.required("key_id")
        let teamID = try fields.required("team_id")
        let pem = try fields.required("public_key")
        let names = try fields.strings("environments") ?? SimulatedEnvironment.allCases.map(\.rawValue)
        let topics = try fields.strings("topics") ?? []
        let related = try fields.string("related_key_id")
        try fields.finish()
        let environments = names.compactMap { SimulatedEnvironment(rawValue: $0) }
        guard environments.count == names.count else {
            throw SimulatorError("key: environments must be production, sandbox or both")
        }
        self.init(
            keyID: keyID, teamID: teamID, publicKeyPEM: pem, environments: Set(environments), topics: topics,
            relatedKeyID: related)
    }

    /// What `init(_:)` reads.
    var json: JSONValue {
        [
            "key_id": .string(keyID), "team_id": .string(teamID), "public_key": .string(publicKeyPEM),
            "environments": .array(environments.map(\.rawValue).sorted().map { .string($0) }),
            "topics": .array(topics.map { .string($0) }), "related_key_id": JSONValue(relatedKeyID),
        ]
    }
}
