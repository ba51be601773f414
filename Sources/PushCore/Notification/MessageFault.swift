/// Why a message cannot be sent, before any network use.
package struct MessageFault: Error, Sendable, Equatable {
    /// The machine word for the column `reason`: `MissingAlert`, `InvalidMessage: badge` …
    package let reason: String

    package init(reason: String) { self.reason = reason }
}
