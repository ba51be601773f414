/// Why no provider token could be made.
package enum ProviderTokenError: Error, Equatable, CustomStringConvertible {
    /// The key id has other characters than ASCII letters and digits.
    case malformedKeyID(String)
    /// The team id has other characters than ASCII letters and digits.
    case malformedTeamID(String)
    /// The key could not sign.
    case signing(SigningKeyError)

    package var description: String {
        switch self {
        case .malformedKeyID(let id):
            "key id \(id.debugDescription) is not one of Apple's: 10 letters and digits, as in AuthKey_XXXXXXXXXX.p8"
        case .malformedTeamID(let id):
            "team id \(id.debugDescription) is not one of Apple's: 10 letters and digits, see "
                + "developer.apple.com (Membership details)"
        case .signing(let error): error.description
        }
    }
}
