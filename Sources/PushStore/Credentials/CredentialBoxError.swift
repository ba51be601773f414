package import Cryptography

/// Why a stored credential is not used; none quotes what is inside.
package enum CredentialBoxError: Error, Equatable, CustomStringConvertible {
    /// Sealed to a key that we do not have; the ids of both.
    case otherKey(sealedTo: String, present: [String])
    case box(SealedBoxError)
    case notJSON
    /// The box is of a newer or no version.
    case unknownVersion
    /// A member is missing or of the wrong type.
    case malformed(String)
    /// A clear column says something else than the box.
    case differs(column: String)

    package var description: String {
        switch self {
        case .otherKey(let sealedTo, let present):
            "sealed to the key \(sealedTo), but [secrets] key_file holds \(present.joined(separator: ", ")); "
                + "store the credential again: push-bridge credentials set"
        case .box(let error): "\(error)"
        case .notJSON: "what was sealed is not JSON; store the credential again: push-bridge credentials set"
        case .unknownVersion: "sealed by a newer version; update push-bridge"
        case .malformed(let name):
            "\"\(name)\" is missing or wrong inside the sealed box; store the credential again: push-bridge credentials set"
        case .differs(let column):
            "the column \(column) differs from what was sealed: somebody changed the table; "
                + "store the credential again: push-bridge credentials set"
        }
    }
}
