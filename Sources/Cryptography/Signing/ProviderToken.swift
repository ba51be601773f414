/// The JSON Web Token that proves to APNs who sends: the same bytes for the same inputs, in every process.
package enum ProviderToken {
    /// `header.claims.signature` in ASCII. `issuedAt` is in UNIX seconds; ids are ASCII letters and digits.
    package static func make(key: SigningKey, keyID: String, teamID: String, issuedAt: Int64)
        throws(ProviderTokenError) -> [UInt8]
    {
        guard isPlain(keyID) else { throw .malformedKeyID(keyID) }
        guard isPlain(teamID) else { throw .malformedTeamID(teamID) }
        let header = Base64URL.encode(Array(#"{"alg":"ES256","kid":"\#(keyID)","typ":"JWT"}"#.utf8))
        let claims = Base64URL.encode(Array(#"{"iss":"\#(teamID)","iat":\#(issuedAt)}"#.utf8))
        var token = Array("\(header).\(claims)".utf8)
        let signature: [UInt8]
        do {
            signature = try key.sign(token)
        } catch {
            throw .signing(error)
        }
        token.append(UInt8(ascii: "."))
        token.append(contentsOf: Base64URL.encode(signature).utf8)
        return token
    }

    private static func isPlain(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= 64
            && id.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: false
                }
            }
    }
}
