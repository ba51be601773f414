/// Why a message cannot be sent, before any network use.
package struct MessageFault: Error, Sendable, Equatable {
    /// The machine word for the column `reason`: `MissingAlert`, `InvalidMessage: badge` …
    package let reason: String

    package init(reason: String) { self.reason = reason }

    /// `{}`, `[]`, or nothing but nulls and keys that mean nothing to us.
    package static let emptyMessage = MessageFault(reason: "EmptyMessage")
    /// A call must ring: it cannot be silent.
    package static let silentVoip = MessageFault(reason: "SilentVoip")
    /// A call without what CallKit needs.
    package static let missingCallkitPayload = MessageFault(reason: "MissingCallkitPayload")
    /// A call, or the start of a Live Activity, without a text to show.
    package static let missingAlert = MessageFault(reason: "MissingAlert")

    /// The value of `key` is of a wrong type or out of range. `key` is one of ours, never text of the producer's.
    package static func invalid(_ key: String) -> MessageFault { MessageFault(reason: "InvalidMessage: \(key)") }
}
