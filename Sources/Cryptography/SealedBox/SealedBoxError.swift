/// Why a sealed box could not be made or opened.
package enum SealedBoxError: Error, Equatable, CustomStringConvertible {
    /// The public key is not 32 bytes of Base64, or one that no secret key belongs to.
    case malformedPublicKey
    /// The secret key is not 32 bytes.
    case malformedSecretKey
    /// Shorter than the shortest box.
    case tooShort(bytes: Int)
    /// Sealed to another key, or changed since; `opener` is the id of the key that tried.
    case cannotOpen(opener: String)
    /// The system has no memory left for the key.
    case noMemory

    package var description: String {
        switch self {
        case .malformedPublicKey: "the public key is not 32 bytes in Base64; `push-bridge keys generate` makes one"
        case .malformedSecretKey: "the secret key is not 32 bytes"
        case .tooShort(let bytes):
            "the sealed box has \(bytes) bytes, fewer than any box: it was cut off; store the credential again"
        case .cannotOpen(let opener):
            "key \(opener) cannot open the sealed box: it was sealed to another key or changed since; "
                + "give the earlier key as previous_key_file, or store the credential again"
        case .noMemory: "the system has no memory left for the secret key"
        }
    }
}
