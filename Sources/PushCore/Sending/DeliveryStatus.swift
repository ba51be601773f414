/// The column `status` of a delivery (contract, section 5).
package enum DeliveryStatus: String, Sendable, Hashable, CaseIterable {
    case delivered
    case unregistered
    case rejected
    case retry
    case exhausted
    case unknown
    case notConfigured = "not_configured"
    case unsupported

    /// Whether nothing more will happen by itself.
    package var isFinal: Bool { self != .retry }
}
