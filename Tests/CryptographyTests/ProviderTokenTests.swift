import Cryptography
import ServiceRuntime
import Testing

@Suite struct ProviderTokenTests {
    private let pem = """
        -----BEGIN PRIVATE KEY-----
        MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCDJr6nYRbp1FmtcIVdn
        sdaTTlDD2zbomxJ7imIrEg9nIQ==
        -----END PRIVATE KEY-----
        """

    private func key() throws -> SigningKey { try SigningKey(pem: Secret(Array(pem.utf8))) }

    private func token(_ key: SigningKey, issuedAt: Int64 = 1_700_000_000) throws -> String {
        String(
            decoding: try ProviderToken.make(key: key, keyID: "ABC123DEFG", teamID: "DEF123GHIJ", issuedAt: issuedAt),
            as: UTF8.self)
    }

    @Test func twoReadersOfOneKeyMakeTheSameTokenEveryTime() throws {
        let one = try key()
        let first = try token(one)
        #expect(try token(one) == first)
        #expect(try token(key()) == first)
        #expect(try token(one, issuedAt: 1_700_000_001) != first)
    }

    @Test func aTokenSaysWhatAPNsAsksForAndItsSignatureHolds() throws {
        let key = try key()
        let parts = try token(key).split(separator: ".").map(String.init)
        #expect(parts.count == 3)
        let texts = parts.prefix(2).map { String(decoding: Base64URL.decode($0) ?? [], as: UTF8.self) }
        #expect(texts[0] == #"{"alg":"ES256","kid":"ABC123DEFG","typ":"JWT"}"#)
        #expect(texts[1] == #"{"iss":"DEF123GHIJ","iat":1700000000}"#)
        let signature = try #require(Base64URL.decode(parts[2]))
        #expect(key.verify(signature, of: Array("\(parts[0]).\(parts[1])".utf8)))
        #expect(!parts.joined().contains("="))
    }

    @Test(arguments: ["", "ABC\"123", "ABC 123", "ABC\n", "Schlüssel", String(repeating: "A", count: 65)])
    func anIDThatWouldBreakTheTokenIsRefused(_ id: String) throws {
        let key = try key()
        #expect(throws: ProviderTokenError.malformedKeyID(id)) {
            try ProviderToken.make(key: key, keyID: id, teamID: "DEF123GHIJ", issuedAt: 0)
        }
        #expect(throws: ProviderTokenError.malformedTeamID(id)) {
            try ProviderToken.make(key: key, keyID: "ABC123DEFG", teamID: id, issuedAt: 0)
        }
    }

    @Test func aKeyPastedAsAnIDIsNotRepeatedInTheError() throws {
        let key = try key()
        let error = #expect(throws: ProviderTokenError.self) {
            try ProviderToken.make(key: key, keyID: pem, teamID: "DEF123GHIJ", issuedAt: 0)
        }
        let text = try #require(error.map { "\($0)" })
        #expect(text.contains("characters"))
        #expect(!text.contains("MEEC"))
    }
}
