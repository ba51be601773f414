/// The column `error_class` of a delivery: who has to act.
package enum ErrorClass: String, Sendable, Hashable, CaseIterable {
    case invalidRecipient = "invalid_recipient"
    case invalidRequest = "invalid_request"
    case authFailed = "auth_failed"
    case rateLimited = "rate_limited"
    case providerUnavailable = "provider_unavailable"
    case notConfigured = "not_configured"
    case unsupportedRecipient = "unsupported_recipient"
}
