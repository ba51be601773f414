import Cryptography
import PushCore
import PushStore
import ServiceRuntime
import Testing

@Suite struct CredentialStoreTests {
    private func token(_ channel: PushChannel = .standard, keyID: String = "ABC123DEFG") -> CredentialContent {
        CredentialContent(
            app: "default", channel: channel, bundleID: "com.example.app",
            proof: .token(keyID: keyID, teamID: "DEF123GHIJ", p8: Secret(Array("-----BEGIN…\nü\n".utf8))))
    }

    @Test func whatIsSealedIsReadBackAndNothingElseOpensIt() throws {
        let key = try BoxSecretKey.generate()
        let stored = try CredentialBox.seal(token(), to: key.publicKey)
        let opened = try CredentialBox.open(stored, with: [try BoxSecretKey.generate(), key])
        guard case .token(let keyID, let teamID, let p8) = opened.proof else {
            Issue.record("no token")
            return
        }
        #expect(
            [keyID, teamID, opened.app, opened.bundleID] == ["ABC123DEFG", "DEF123GHIJ", "default", "com.example.app"])
        #expect(String(decoding: p8.reveal(), as: UTF8.self) == "-----BEGIN…\nü\n")
        let other = try BoxSecretKey.generate()
        #expect(throws: CredentialBoxError.otherKey(sealedTo: key.publicKey.id, present: [other.publicKey.id])) {
            try CredentialBox.open(stored, with: [other])
        }
    }

    @Test(arguments: [true, false])
    func aCertificateComesBackByteForByte(isPEM: Bool) throws {
        let key = try BoxSecretKey.generate()
        let bytes: [UInt8] = isPEM ? Array("-----BEGIN".utf8) : [0, 255, 10, 34]
        let content = CredentialContent(
            app: "a", channel: .voip, bundleID: "b",
            proof: .certificate(Secret(bytes), isPEM: isPEM, passphrase: Secret(Array("p\"w".utf8))))
        let opened = try CredentialBox.open(try CredentialBox.seal(content, to: key.publicKey), with: [key])
        guard case .certificate(let file, let pem, let passphrase) = opened.proof else {
            Issue.record("no certificate")
            return
        }
        #expect(file.reveal() == bytes)
        #expect(pem == isPEM)
        #expect(passphrase?.reveal() == Array("p\"w".utf8))
    }

    @Test func aColumnThatDiffersFromTheBoxRefusesTheCredential() throws {
        let key = try BoxSecretKey.generate()
        let sealed = try CredentialBox.seal(token(), to: key.publicKey)
        let changes: [(String, (inout StoredCredential) -> Void)] = [
            ("app", { $0.app = "other" }), ("channel", { $0.channel = .voip }), ("bundle_id", { $0.bundleID = "evil" }),
            ("kind", { $0.kind = .certificate }), ("key_id", { $0.keyID = "X" }), ("team_id", { $0.teamID = nil }),
        ]
        for (column, change) in changes {
            var stored = sealed
            change(&stored)
            #expect(throws: CredentialBoxError.differs(column: column)) { try CredentialBox.open(stored, with: [key]) }
        }
    }

    @Test(arguments: [
        ("{", CredentialBoxError.notJSON), (#"{"v":2}"#, .unknownVersion),
        (#"{"v":1,"channel":"fax"}"#, .malformed("channel")),
        (#"{"v":1,"channel":"voip","kind":"token","key_id":"a"}"#, .malformed("team_id")),
        (#"{"v":1,"channel":"voip","kind":"certificate","p12_base64":"*"}"#, .malformed("p12_base64")),
    ])
    func brokenContentIsNamedWithoutQuotingIt(json: String, error: CredentialBoxError) throws {
        let key = try BoxSecretKey.generate()
        var stored = try CredentialBox.seal(token(), to: key.publicKey)
        stored.box = try key.publicKey.seal(Array(json.utf8))
        #expect(throws: error) { try CredentialBox.open(stored, with: [key]) }
    }

    @Test func theTableKeepsWhatIsSavedReportedAndRemoved() async throws {
        let site = try TestSite()
        let store = MySQLCredentialStore(database: site.database(), tables: site.tables)
        let key = try BoxSecretKey.generate()
        let first = try CredentialBox.seal(token(), to: key.publicKey)
        var second = try CredentialBox.seal(token(.voip), to: key.publicKey)
        second.topics = ["com.example.app.voip", "x"]
        second.notAfter = 4_102_444_800
        try await store.save(second)
        try await store.save(first)
        #expect(try await store.all() == [first, second])
        second.error = "is bad"
        try await store.report(second)
        var foreign = first
        foreign.box = [1]
        foreign.error = "an old one's report"
        try await store.report(foreign)
        #expect(try await store.all() == [first, second])
        let replaced = try CredentialBox.seal(token(keyID: "NEWKEY1234"), to: key.publicKey)
        try await store.save(replaced)
        #expect(try await store.all() == [replaced, second])
        #expect(try await store.remove(app: "default", channel: .voip))
        #expect(try await store.remove(app: "default", channel: .voip) == false)
        #expect(try await store.all() == [replaced])
    }

    @Test func aKeyHasOneIssuingTimeWhereverItIsStoredAndKeepsItWhenStoredAgain() async throws {
        let site = try TestSite()
        let key = try BoxSecretKey.generate()
        let store = MySQLCredentialStore(database: site.database(), tables: site.tables)
        func agreed(_ channel: PushChannel) async throws -> Int64? {
            try await store.agreedIssuedAt(app: "default", channel: channel, maximumAge: 3000)
        }
        try await store.save(try CredentialBox.seal(token(), to: key.publicKey))
        _ = try await agreed(.standard)
        try site.execute("UPDATE wp_pushbridge_credentials SET jwt_issued_at = UTC_TIMESTAMP() - INTERVAL 600 SECOND")
        let first = try #require(try await agreed(.standard))
        try await store.save(try CredentialBox.seal(token(.voip), to: key.publicKey))
        #expect(try await agreed(.voip) == first)
        try await store.save(try CredentialBox.seal(token(), to: key.publicKey))
        try await store.save(try CredentialBox.seal(token(.voip), to: key.publicKey))
        #expect(try await [agreed(.standard), agreed(.voip)] == [first, first])
        // Another key begins with a date of its own, and leaves the first one's alone.
        try await store.save(try CredentialBox.seal(token(.voip, keyID: "NEWKEY1234"), to: key.publicKey))
        #expect(try #require(try await agreed(.voip)) > first)
        #expect(try await agreed(.standard) == first)
    }

    @Test func everybodyReadsTheSameIssuingTimeAndItMovesOnlyWhenOld() async throws {
        let site = try TestSite()
        let key = try BoxSecretKey.generate()
        let stores = (0..<4).map { _ in MySQLCredentialStore(database: site.database(), tables: site.tables) }
        #expect(try await stores[0].agreedIssuedAt(app: "default", channel: .standard, maximumAge: 3000) == nil)
        try await stores[0].save(try CredentialBox.seal(token(), to: key.publicKey))

        func ask() async throws -> Set<Int64?> {
            try await withThrowingTaskGroup(of: Int64?.self) { group in
                for store in stores {
                    group.addTask {
                        try await store.agreedIssuedAt(app: "default", channel: .standard, maximumAge: 3000)
                    }
                }
                return try await group.reduce(into: []) { $0.insert($1) }
            }
        }
        func set(_ age: Int) throws {
            try site.execute(
                "UPDATE wp_pushbridge_credentials SET jwt_issued_at = UTC_TIMESTAMP() - INTERVAL \(age) SECOND")
        }
        func stored() throws -> Int64? {
            try site.column("SELECT UNIX_TIMESTAMP(jwt_issued_at) FROM wp_pushbridge_credentials").first?.flatMap {
                Int64($0)
            }
        }

        #expect(try await ask() == [try stored()])
        try set(2900)
        let young = try stored()
        #expect(try await ask() == [young])
        #expect(try stored() == young)
        try set(3100)
        let old = try #require(try stored())
        let moved = try await ask()
        #expect(moved.count == 1)
        #expect(try moved == [stored()])
        #expect(try #require(moved.first ?? nil) >= old + 3100)
        try set(-4000)
        #expect(try #require(try await ask().first ?? nil) < old + 7000)
    }
}
