/// A .p8 key of one's own, with the provider tokens that it signs: for tests, curl and load generators.
package final class SimulatedSigningKey: Sendable {
    /// The JWT's `kid`.
    package let keyID: String
    /// The JWT's `iss`.
    package let teamID: String
    private let key: PrivateKey

    /// Makes a new key.
    /// - Throws: `SimulatorError` when OpenSSL cannot.
    package init(keyID: String = "TESTKEY001", teamID: String = "TESTTEAM01") throws(SimulatorError) {
        self.keyID = keyID
        self.teamID = teamID
        key = try PrivateKey()
    }

    /// Takes the key of a .p8 file's text.
    /// - Throws: `SimulatorError` when it is none.
    package init(p8: String, keyID: String, teamID: String) throws(SimulatorError) {
        self.keyID = keyID
        self.teamID = teamID
        key = try PrivateKey(pem: Array(p8.utf8))
    }

    /// The text of the .p8 file, as Apple's portal gives it.
    package func p8() throws(SimulatorError) -> String { try key.pem() }

    /// The public half, for `ApnsSimulator.register`.
    package func registration(
        environments: Set<SimulatedEnvironment> = [.production, .sandbox], topics: [String] = []
    ) throws(SimulatorError) -> SimulatedKey {
        SimulatedKey(
            keyID: keyID, teamID: teamID, publicKeyPEM: try key.publicPEM(), environments: environments, topics: topics)
    }

    /// A provider token.
    /// - Parameters:
    ///   - issuedAt: `iat`, seconds since 1970; nil = now.
    ///   - form: the signature's form.
    package func providerToken(issuedAt: Int64? = nil, form: SignatureForm = .jose) throws(SimulatorError) -> String {
        let issuedAt = issuedAt ?? WallClock.milliseconds / 1000
        let header = #"{"alg":"ES256","kid":"\#(keyID)"}"#
        let claims = #"{"iss":"\#(teamID)","iat":\#(issuedAt)}"#
        let signed = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(claims.utf8)))"
        let der = try key.signature(over: Array(signed.utf8))
        guard form == .jose else { return "\(signed).\(Base64URL.encode(der))" }
        guard let raw = ECDSASignature.raw(der: der) else { throw SimulatorError("OpenSSL gave no ECDSA signature") }
        return "\(signed).\(Base64URL.encode(raw))"
    }

    /// How a signature is written.
    package enum SignatureForm: Sendable {
        /// 64 bytes r‖s, as JOSE (RFC 7518) has it.
        case jose
        /// DER, as in Apple's sample token.
        case der
    }
}
