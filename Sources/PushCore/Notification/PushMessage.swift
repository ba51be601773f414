package import JSONText

/// The keys of a message (contract, section 3), each of its right type.
package struct PushMessage: Sendable {
    /// Seconds the push may live, rounded up; nil when the message does not say.
    package private(set) var ttl: Int64?
    /// What was dropped or not known, in words: the column `warnings`.
    package private(set) var warnings: [String] = []
    /// The environments that the message asks for.
    package private(set) var environment: EnvironmentChoice?
    /// The message as it came.
    package let fields: JSONObject

    /// Checks `json` for an action of `type`.
    /// - Throws: `MessageFault` with the machine word that the action ends with.
    package init(_ json: JSONValue, type: ActionType) throws(MessageFault) {
        guard let fields = json.object, !fields.isEmpty else { throw MessageFault(reason: "EmptyMessage") }
        self.fields = fields
    }
}
