/// Calls and everything else run in two lanes that share no thread, connection or database session.
package enum Lane: String, Sendable, Hashable, CaseIterable {
    case standard
    case voip

    /// The column `lane`.
    package var number: Int64 { self == .voip ? 1 : 0 }
}
