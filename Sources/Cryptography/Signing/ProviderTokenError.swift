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
            "key id \(Self.shown(id)) is not one of Apple's: 10 letters and digits, as in AuthKey_XXXXXXXXXX.p8"
        case .malformedTeamID(let id):
            "team id \(Self.shown(id)) is not one of Apple's: 10 letters and digits, see "
                + "developer.apple.com (Membership details)"
        case .signing(let error): error.description
        }
    }

    /// People paste the key itself into the wrong field: nothing longer than an id is repeated.
    private static func shown(_ id: String) -> String {
        id.count <= 16 ? id.debugDescription : "of \(id.count) characters"
    }
}
