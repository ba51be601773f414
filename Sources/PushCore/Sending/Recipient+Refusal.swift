extension Recipient {
    /// The result of a recipient that no sender can reach, whatever the credentials; nil when it can be tried.
    package var refusal: TokenResult? {
        switch address {
        case .malformed:
            TokenResult(
                recipient: self, status: .rejected, reason: "MalformedDeviceToken", errorClass: .invalidRecipient)
        case .other:
            TokenResult(
                recipient: self, status: .unsupported, reason: "UnsupportedRecipient",
                errorClass: .unsupportedRecipient)
        case .apns where isPruned:
            TokenResult(recipient: self, status: .rejected, reason: "PrunedToken", errorClass: .invalidRecipient)
        case .apns, .channel:
            nil
        }
    }
}
