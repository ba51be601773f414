import Cryptography
import Glibc
import JSONText
import PushCore
import PushStore
import ServiceRuntime
import Testing

@Suite struct CredentialCommandTests {
    private let site: TestSite
    private let key: BoxSecretKey

    init() throws {
        site = try TestSite()
        key = try BoxSecretKey.generate()
        try KeyFile.write(key, to: "\(site.directory.path)/push.key")
    }

    private func openssl(_ command: String) throws {
        let status = unsafe system("cd '\(site.directory.path)' && umask 077 && openssl \(command) 2>openssl.log >&2")
        guard status == 0 else { throw SystemError("run openssl \(command)", code: EIO) }
    }

    private func makeSigningKey() throws -> String {
        try openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.p8")
        return "\(site.directory.path)/key.p8"
    }

    /// A .p12 as Apple's, for these topics, with the passphrase "pass word".
    private func makeCertificate(days: Int = 30) throws -> String {
        let subject = "/UID=com.example.app.voip/CN=VoIP Services: com.example.app"
        try openssl("req -x509 -newkey rsa:2048 -nodes -subj '\(subject)' -days \(days) -keyout c.key -out c.pem")
        try openssl("pkcs12 -export -inkey c.key -in c.pem -out c.p12 -passout 'pass:pass word'")
        return "\(site.directory.path)/c.p12"
    }

    private func set(_ arguments: String..., input: String = "") throws -> Program.Run {
        let base = ["credentials", "set", "--bundle-id", "com.example.app", "--config", site.config, "--json"]
        return try Program.shell(base + arguments, input: input, suffix: "")
    }

    private func setKey(_ path: String, input: String = "") throws -> Program.Run {
        try set(
            "--channel", "standard", "--p8", path, "--key-id", "ABC123DEFG", "--team-id", "DEF123GHIJ", input: input)
    }

    private func stored() async throws -> [StoredCredential] {
        try await MySQLCredentialStore(database: site.database(), tables: site.tables).all()
    }

    @Test func aSigningKeyIsStoredSealedAndShownWithoutItsSecret() async throws {
        let path = try makeSigningKey()
        let run = try setKey(path)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.errors.isEmpty)
        #expect(try run.json["public_key_id"]?.string == key.publicKey.id)
        #expect(try run.json["fingerprint"]?.string?.count == 16)
        let secret = try site.directory.read("key.p8").split(separator: "\n")[1].prefix(30)
        #expect(!run.output.contains(secret))
        let credential = try #require(try await stored().first)
        #expect(!String(decoding: credential.box, as: UTF8.self).contains(secret))
        guard case .token(_, _, let p8) = try CredentialBox.open(credential, with: [key]).proof else {
            Issue.record("no token")
            return
        }
        #expect(String(decoding: p8.reveal(), as: UTF8.self).contains(secret))
        let list = try site.run("credentials", "list", "--json")
        #expect(try list.json.array?.first?["key_id"] == "ABC123DEFG")
        #expect(try list.json.array?.first?["box"] == nil)
        #expect(try site.run("credentials", "list").output.contains("com.example.app"))
        #expect(try site.run("credentials", "remove", "--channel", "standard").exitCode == 0)
        #expect(try site.run("credentials", "remove", "--channel", "standard").exitCode == 1)
    }

    @Test func aKeyMayComeFromStandardInputInOneLine() async throws {
        _ = try makeSigningKey()
        let pasted = try site.directory.read("key.p8").split(separator: "\n").joined(separator: "\\n")
        #expect(try setKey("-", input: pasted).exitCode == 0)
        #expect(try await stored().count == 1)
    }

    @Test func aFileThatOthersCanReadIsAWarningOnly() throws {
        let path = try makeSigningKey()
        unsafe chmod(path, 0o644)
        let run = try setKey(path)
        #expect(run.exitCode == 0)
        #expect(run.errors.contains("warning: \(path) can be read by every user"))
    }

    @Test func aCertificateIsCheckedForItsTopicAndShowsItsExpiry() async throws {
        let path = try makeCertificate()
        let passphrase = try site.directory.write("pass", "pass word\n")
        let run = try set("--channel", "voip", "--p12", path, "--passphrase-file", passphrase)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try run.json["topics"] == ["com.example.app.voip"])
        #expect(try run.json["not_after"]?.string?.hasSuffix("Z") == true)
        let other = try set("--channel", "standard", "--p12", path, "--passphrase-file", passphrase)
        #expect(other.exitCode == 5)
        #expect(other.errors.contains("is not for the topic com.example.app but for com.example.app.voip"))
        let wrong = try set("--channel", "voip", "--p12", path, "--passphrase-file", "-", input: "nonsense")
        #expect(wrong.exitCode == 5)
        #expect(wrong.errors.contains("passphrase") && !wrong.errors.contains("nonsense"))
        let credentials = try await stored()
        #expect(credentials.map(\.channel) == [.voip])
        let content = try CredentialBox.open(try #require(credentials.first), with: [key])
        guard case .certificate(_, false, let sealed) = content.proof else {
            Issue.record("no .p12")
            return
        }
        #expect(sealed?.reveal() == Array("pass word".utf8))
    }

    @Test func whatIsNoKeyIsRefusedByWhatItIs() throws {
        _ = try makeSigningKey()
        try openssl("pkey -in key.p8 -pubout -out public.pem")
        try openssl("genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa.pem")
        let cases = [("public.pem", "public key"), ("rsa.pem", "RSA"), ("push.ini", "not a signing key")]
        for (file, word) in cases {
            let run = try setKey("\(site.directory.path)/\(file)")
            #expect(run.exitCode == 5)
            #expect(run.errors.contains(word), "\(run.errors)")
        }
        let missing = try setKey("/nonexistent.p8")
        #expect(missing.exitCode == 5)
        #expect(missing.errors.contains("cannot read /nonexistent.p8"))
        #expect(try site.column("SELECT COUNT(*) FROM wp_pushbridge_credentials") == ["0"])
    }

    @Test(arguments: [
        ["--channel", "fax"], ["--channel", "voip"], ["--channel", "voip", "--p8", "x"],
        ["--channel", "voip", "--p8", "x", "--p12", "y"],
        ["--channel", "voip", "--pem", "x", "--key-id", "ABC123DEFG"],
    ])
    func aWrongCallIsExplainedBeforeAnythingIsRead(arguments: [String]) throws {
        let base = ["credentials", "set", "--bundle-id", "com.example.app", "--config", site.config]
        let run = try Program.shell(base + arguments, suffix: "")
        #expect(run.exitCode == 2, "\(run.errors)")
    }

    @Test func anUnsafeOrMissingKeyFileEndsWithFive() throws {
        let path = try makeSigningKey()
        let file = "\(site.directory.path)/push.key"
        unsafe chmod(file, 0o644)
        let unsafeKey = try setKey(path)
        #expect(unsafeKey.exitCode == 5)
        #expect(unsafeKey.errors.contains(file))
        unsafe unlink(file)
        let missing = try setKey(path)
        #expect(missing.exitCode == 5)
        #expect(missing.errors.contains(file))
    }
}
