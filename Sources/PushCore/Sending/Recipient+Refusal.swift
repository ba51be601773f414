extension Recipient {
    /// The result of a recipient that no sender can reach, whatever the credentials; nil when it can be tried.
    package var refusal: TokenResult? {
        switch address {
        case .malformed: LocalVerdict.malformedDeviceToken.result(for: self)
        case .other: LocalVerdict.unsupportedRecipient.result(for: self)
        case .apns where isPruned: LocalVerdict.prunedToken.result(for: self)
        case .apns, .channel: nil
        }
    }
}
