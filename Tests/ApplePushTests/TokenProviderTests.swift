import ApnsSimulator
import ApplePush
import Cryptography
import ServiceRuntime
import Testing

/// The provider token that all pushes of a key share.
@Suite struct TokenProviderTests {
    private let text: String

    init() throws { text = try SimulatedSigningKey().p8() }

    private func provider() throws -> ApnsTokenProvider {
        ApnsTokenProvider(
            key: try SigningKey(pem: Secret(Array(text.utf8))), keyID: "TESTKEY001", teamID: "TESTTEAM01")
    }

    @Test func thereIsNoneBeforeAnIssueTimeIsAgreed() throws {
        #expect(try provider().bearer == nil)
    }

    @Test func oneIssueTimeMakesTheSameBytesInEveryProcess() throws {
        let (one, two) = (try provider(), try provider())
        try one.update(issuedAt: 1_700_000_000, age: 0)
        try two.update(issuedAt: 1_700_000_000, age: 3000)
        let first = try #require(one.bearer)
        #expect(first.starts(with: Array("bearer ".utf8)))
        #expect(two.bearer == first)
        try one.update(issuedAt: 1_700_003_000, age: 0)
        #expect(one.bearer != first)
    }

    @Test(arguments: [(0, true), (58 * 60 - 5, true), (58 * 60, false), (3600, false), (-30, true)] as [(Int64, Bool)])
    func anOldTokenIsNotHandedOut(age: Int64, isHandedOut: Bool) throws {
        let provider = try provider()
        try provider.update(issuedAt: 1_700_000_000, age: age)
        #expect((provider.bearer != nil) == isHandedOut)
    }

    @Test func anIDThatCannotBeSignedLeavesTheOldToken() throws {
        let key = try SigningKey(pem: Secret(Array(text.utf8)))
        let provider = ApnsTokenProvider(key: key, keyID: "bad\"id", teamID: "TESTTEAM01")
        #expect(throws: ProviderTokenError.self) { try provider.update(issuedAt: 1_700_000_000, age: 0) }
        #expect(provider.bearer == nil)
    }
}
