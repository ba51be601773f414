import JSONText

/// An `authorization` header, read once however often it comes.
final class ProviderToken {
    /// The header's value as it came.
    let text: [UInt8]
    /// What it claims; nil when it is no ES256 JWT of Apple's form.
    let claims: Claims?
    /// Whether it was taken before, on whichever connection: a token that was not is an update of its key's.
    var wasAccepted = false
    // The signature is checked again when the registered keys have changed.
    private var checked: (revision: Int, isValid: Bool)?

    /// What a provider token says.
    struct Claims {
        let keyID: String
        let teamID: String
        /// `iat`, seconds since 1970.
        let issuedAt: Int64
        /// What the signature is over.
        let signed: [UInt8]
        let signature: [UInt8]
    }

    init(text: [UInt8]) {
        self.text = text
        claims = Self.claims(of: text)
    }

    /// Whether the signature is the key's.
    func isSigned(by key: VerificationKey, revision: Int) -> Bool {
        if let checked, checked.revision == revision { return checked.isValid }
        let isValid = claims.map { key.verifies($0.signature, over: $0.signed) } ?? false
        checked = (revision, isValid)
        return isValid
    }

    private static func claims(of text: [UInt8]) -> Claims? {
        let scheme = "bearer "
        guard text.count < 4096, text.starts(with: scheme.utf8) else { return nil }
        let parts = text.dropFirst(scheme.utf8.count).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = object(parts[0]), let body = object(parts[1]),
            let signature = Base64URL.decode(parts[2]), header["alg"] == "ES256", let keyID = header["kid"]?.string,
            let teamID = body["iss"]?.string, let issuedAt = body["iat"]?.integer
        else { return nil }
        guard !keyID.isEmpty, !teamID.isEmpty else { return nil }
        return Claims(
            keyID: keyID, teamID: teamID, issuedAt: issuedAt,
            signed: Array(text[parts[0].startIndex..<parts[1].endIndex]), signature: signature)
    }

    private static func object(_ part: ArraySlice<UInt8>) -> JSONValue? {
        guard let bytes = Base64URL.decode(part), let value = try? JSONParser.parse(bytes, maximumDepth: 8) else {
            return nil
        }
        return value.object == nil ? nil : value
    }
}
